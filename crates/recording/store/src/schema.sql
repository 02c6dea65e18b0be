-- Schema of a propp recording. docs/recording.md says what each column means;
-- a test compares the two. `VERSION` in schema.rs is the number of this layout.
--
-- Times are nanoseconds and byte counts are bytes. Both are 64-bit numbers
-- without a sign at the source and keep their bits here.

CREATE TABLE checksum (
  table_name TEXT NOT NULL PRIMARY KEY,
  rows       INTEGER NOT NULL,
  crc32      INTEGER NOT NULL
) WITHOUT ROWID;

CREATE TABLE meta (
  key   TEXT NOT NULL PRIMARY KEY,
  value TEXT NOT NULL
) WITHOUT ROWID;

CREATE TABLE run (
  id          INTEGER PRIMARY KEY,
  job         TEXT NOT NULL,
  duration_ns INTEGER,
  exit_code   INTEGER,
  signal      INTEGER
);

CREATE TABLE process (
  id                  INTEGER PRIMARY KEY,
  run                 INTEGER NOT NULL REFERENCES run,
  ordinal             INTEGER NOT NULL,
  wire_version        INTEGER,
  pid                 INTEGER,
  parent_pid          INTEGER,
  command             TEXT,
  cupti_version       INTEGER,
  cupti_path          TEXT,
  driver_cuda_version INTEGER,
  UNIQUE (run, ordinal)
);

CREATE TABLE progress (
  process  INTEGER PRIMARY KEY REFERENCES process,
  seen     INTEGER NOT NULL,
  measured INTEGER NOT NULL
);

CREATE TABLE totals (
  process  INTEGER PRIMARY KEY REFERENCES process,
  seen     INTEGER NOT NULL,
  measured INTEGER NOT NULL,
  dropped  INTEGER NOT NULL
);

CREATE TABLE device (
  id           INTEGER PRIMARY KEY,
  process      INTEGER NOT NULL REFERENCES process,
  device_index INTEGER NOT NULL,
  name         TEXT NOT NULL,
  chip         TEXT NOT NULL,
  uuid         TEXT NOT NULL,
  memory_bytes INTEGER NOT NULL,
  UNIQUE (process, device_index)
);

CREATE TABLE device_attribute (
  device    INTEGER NOT NULL REFERENCES device,
  attribute INTEGER NOT NULL,
  value     INTEGER NOT NULL,
  PRIMARY KEY (device, attribute)
) WITHOUT ROWID;

CREATE TABLE name (
  id        INTEGER PRIMARY KEY,
  text      TEXT NOT NULL UNIQUE,
  demangled TEXT
);

CREATE TABLE signature (
  id                     INTEGER PRIMARY KEY,
  function               INTEGER REFERENCES name,
  grid_x                 INTEGER NOT NULL,
  grid_y                 INTEGER NOT NULL,
  grid_z                 INTEGER NOT NULL,
  block_x                INTEGER NOT NULL,
  block_y                INTEGER NOT NULL,
  block_z                INTEGER NOT NULL,
  cluster_x              INTEGER NOT NULL,
  cluster_y              INTEGER NOT NULL,
  cluster_z              INTEGER NOT NULL,
  registers              INTEGER NOT NULL,
  static_shared_bytes    INTEGER NOT NULL,
  dynamic_shared_bytes   INTEGER NOT NULL,
  local_bytes_per_thread INTEGER NOT NULL
);

CREATE TABLE stream (
  id           INTEGER PRIMARY KEY,
  process      INTEGER NOT NULL REFERENCES process,
  device_index INTEGER NOT NULL,
  context      INTEGER NOT NULL,
  stream       INTEGER NOT NULL
);

CREATE TABLE kernel (
  id          INTEGER PRIMARY KEY,
  stream      INTEGER NOT NULL REFERENCES stream,
  signature   INTEGER NOT NULL REFERENCES signature,
  start_ns    INTEGER NOT NULL,
  duration_ns INTEGER NOT NULL,
  correlation INTEGER NOT NULL,
  graph       INTEGER NOT NULL,
  nvtx        INTEGER REFERENCES name
);

CREATE TABLE copy (
  id          INTEGER PRIMARY KEY,
  stream      INTEGER NOT NULL REFERENCES stream,
  direction   INTEGER NOT NULL,
  bytes       INTEGER NOT NULL,
  pageable    INTEGER NOT NULL,
  start_ns    INTEGER NOT NULL,
  duration_ns INTEGER NOT NULL,
  correlation INTEGER NOT NULL
);

CREATE TABLE memset (
  id          INTEGER PRIMARY KEY,
  stream      INTEGER NOT NULL REFERENCES stream,
  bytes       INTEGER NOT NULL,
  start_ns    INTEGER NOT NULL,
  duration_ns INTEGER NOT NULL,
  correlation INTEGER NOT NULL
);

CREATE TABLE memory (
  id           INTEGER PRIMARY KEY,
  process      INTEGER NOT NULL REFERENCES process,
  device_index INTEGER NOT NULL,
  context      INTEGER NOT NULL,
  allocated    INTEGER NOT NULL,
  kind         INTEGER NOT NULL,
  address      INTEGER NOT NULL,
  bytes        INTEGER NOT NULL,
  at_ns        INTEGER NOT NULL
);

CREATE TABLE sync (
  id          INTEGER PRIMARY KEY,
  process     INTEGER NOT NULL REFERENCES process,
  context     INTEGER NOT NULL,
  stream      INTEGER NOT NULL,
  kind        INTEGER NOT NULL,
  start_ns    INTEGER NOT NULL,
  duration_ns INTEGER NOT NULL,
  correlation INTEGER NOT NULL
);

CREATE TABLE counter (
  id   INTEGER PRIMARY KEY,
  name TEXT NOT NULL UNIQUE
);

CREATE TABLE counter_set (
  id           INTEGER PRIMARY KEY,
  process      INTEGER NOT NULL REFERENCES process,
  device_index INTEGER NOT NULL,
  runs         INTEGER NOT NULL
);

CREATE TABLE counter_set_member (
  counter_set INTEGER NOT NULL REFERENCES counter_set,
  position    INTEGER NOT NULL,
  counter     INTEGER NOT NULL REFERENCES counter,
  pass        INTEGER NOT NULL,
  PRIMARY KEY (counter_set, position)
) WITHOUT ROWID;

CREATE TABLE measurement (
  id                   INTEGER PRIMARY KEY,
  stream               INTEGER NOT NULL REFERENCES stream,
  signature            INTEGER NOT NULL REFERENCES signature,
  counter_set          INTEGER NOT NULL REFERENCES counter_set,
  ordinal              INTEGER NOT NULL,
  ordinal_in_signature INTEGER NOT NULL,
  correlation          INTEGER NOT NULL,
  graph                INTEGER NOT NULL,
  nvtx                 INTEGER REFERENCES name,
  took_ns              INTEGER NOT NULL
);

CREATE TABLE seen (
  id           INTEGER PRIMARY KEY,
  process      INTEGER NOT NULL REFERENCES process,
  device_index INTEGER NOT NULL,
  signature    INTEGER NOT NULL REFERENCES signature,
  nvtx         INTEGER REFERENCES name,
  launches     INTEGER NOT NULL
);

-- Whose launch of a trace run it was, by the correlation of the call.
CREATE TABLE owner (
  id          INTEGER PRIMARY KEY,
  process     INTEGER NOT NULL REFERENCES process,
  correlation INTEGER NOT NULL,
  name        INTEGER NOT NULL REFERENCES name
);

CREATE TABLE range (
  id      INTEGER PRIMARY KEY,
  process INTEGER NOT NULL REFERENCES process,
  name    INTEGER NOT NULL REFERENCES name,
  first   INTEGER NOT NULL,
  last    INTEGER
);

-- Calls on the way to launches of a trace run: a tree for each process.
CREATE TABLE site (
  id       INTEGER PRIMARY KEY,
  process  INTEGER NOT NULL REFERENCES process,
  number   INTEGER NOT NULL,
  parent   INTEGER NOT NULL,
  function INTEGER NOT NULL REFERENCES name,
  position INTEGER NOT NULL,
  line     INTEGER
);

-- From which of them a launch was called, by the correlation of the call.
CREATE TABLE launched_from (
  id          INTEGER PRIMARY KEY,
  process     INTEGER NOT NULL REFERENCES process,
  correlation INTEGER NOT NULL,
  site        INTEGER NOT NULL
);

CREATE TABLE counter_value (
  measurement INTEGER NOT NULL REFERENCES measurement,
  position    INTEGER NOT NULL,
  value       REAL,
  PRIMARY KEY (measurement, position)
) WITHOUT ROWID;

-- The code of a kernel and of the functions that it calls.
CREATE TABLE cubin (
  id           INTEGER PRIMARY KEY,
  hash         TEXT NOT NULL,
  architecture INTEGER,
  bytes        INTEGER NOT NULL,
  zlib         BLOB NOT NULL
);

CREATE TABLE code (
  id       INTEGER PRIMARY KEY,
  process  INTEGER NOT NULL REFERENCES process,
  function INTEGER NOT NULL REFERENCES name,
  cubin    INTEGER NOT NULL REFERENCES cubin
);

-- Launches whose single instructions were counted.
CREATE TABLE line_launch (
  id                   INTEGER PRIMARY KEY,
  stream               INTEGER NOT NULL REFERENCES stream,
  signature            INTEGER NOT NULL REFERENCES signature,
  cubin                INTEGER REFERENCES cubin,
  ordinal              INTEGER NOT NULL,
  ordinal_in_signature INTEGER NOT NULL,
  nvtx                 INTEGER REFERENCES name,
  took_ns              INTEGER NOT NULL
);

CREATE TABLE instruction_value (
  line_launch INTEGER NOT NULL REFERENCES line_launch,
  function    INTEGER NOT NULL REFERENCES name,
  code_offset INTEGER NOT NULL,
  counter     INTEGER NOT NULL REFERENCES counter,
  value       INTEGER NOT NULL,
  PRIMARY KEY (line_launch, function, code_offset, counter)
) WITHOUT ROWID;

CREATE TABLE notice (
  id       INTEGER PRIMARY KEY,
  process  INTEGER REFERENCES process,
  severity TEXT NOT NULL,
  code     TEXT NOT NULL,
  status   INTEGER NOT NULL,
  text     TEXT NOT NULL
);

CREATE TABLE suite_case (
  id              INTEGER PRIMARY KEY,
  library         TEXT NOT NULL,
  library_version TEXT NOT NULL,
  primitive       TEXT NOT NULL,
  variant         TEXT NOT NULL,
  element         TEXT NOT NULL,
  n               INTEGER NOT NULL,
  m               INTEGER,
  distribution    TEXT NOT NULL,
  seed            INTEGER NOT NULL,
  state           TEXT NOT NULL,
  reason          TEXT,
  bytes_read      INTEGER,
  bytes_written   INTEGER,
  operations      INTEGER,
  temp_bytes      INTEGER,
  cpu_ns          INTEGER,
  throttled       INTEGER,
  marker          INTEGER
);

CREATE TABLE suite_sample (
  suite_case INTEGER NOT NULL REFERENCES suite_case,
  position   INTEGER NOT NULL,
  ns         INTEGER NOT NULL,
  PRIMARY KEY (suite_case, position)
) WITHOUT ROWID;

CREATE TABLE probe_sample (
  id           INTEGER PRIMARY KEY,
  experiment   TEXT NOT NULL,
  series       TEXT NOT NULL,
  setting      TEXT NOT NULL,
  repeat       INTEGER NOT NULL,
  unit         TEXT NOT NULL,
  clock_mhz    REAL NOT NULL,
  stable       INTEGER NOT NULL,
  width        INTEGER NOT NULL,
  observations BLOB NOT NULL
);

CREATE VIEW v_signature AS
SELECT s.id,
       coalesce(n.demangled, n.text) AS kernel,
       n.text AS function,
       s.grid_x || ',' || s.grid_y || ',' || s.grid_z AS grid,
       s.block_x || ',' || s.block_y || ',' || s.block_z AS block,
       s.registers,
       s.static_shared_bytes,
       s.dynamic_shared_bytes
FROM signature s LEFT JOIN name n ON n.id = s.function;

CREATE VIEW v_kernel AS
SELECT k.id,
       r.job,
       p.ordinal AS process,
       st.device_index,
       st.context,
       st.stream,
       s.kernel,
       s.grid,
       s.block,
       s.registers,
       s.static_shared_bytes,
       s.dynamic_shared_bytes,
       k.start_ns,
       k.start_ns + k.duration_ns AS end_ns,
       k.duration_ns,
       k.correlation,
       k.graph,
       nvtx.text AS nvtx
FROM kernel k
JOIN v_signature s ON s.id = k.signature
JOIN stream st ON st.id = k.stream
JOIN process p ON p.id = st.process
JOIN run r ON r.id = p.run
LEFT JOIN name nvtx ON nvtx.id = k.nvtx;

CREATE VIEW v_copy AS
SELECT c.id,
       p.ordinal AS process,
       st.device_index,
       st.stream,
       CASE c.direction
         WHEN 1 THEN 'host to device' WHEN 2 THEN 'device to host'
         WHEN 3 THEN 'device to device' WHEN 4 THEN 'peer to peer'
         WHEN 5 THEN 'host to host' ELSE 'other' END AS direction,
       c.bytes,
       c.pageable,
       c.start_ns,
       c.start_ns + c.duration_ns AS end_ns,
       c.duration_ns
FROM copy c
JOIN stream st ON st.id = c.stream
JOIN process p ON p.id = st.process;

CREATE VIEW v_counter_value AS
SELECT m.id AS measurement,
       p.ordinal AS process,
       st.device_index,
       s.kernel,
       s.grid,
       s.block,
       m.ordinal,
       m.ordinal_in_signature,
       c.name AS counter,
       v.value
FROM counter_value v
JOIN measurement m ON m.id = v.measurement
JOIN counter_set_member cm ON cm.counter_set = m.counter_set AND cm.position = v.position
JOIN counter c ON c.id = cm.counter
JOIN v_signature s ON s.id = m.signature
JOIN stream st ON st.id = m.stream
JOIN process p ON p.id = st.process;
