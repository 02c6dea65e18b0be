-- The first job at which the instructions or the quality of a kernel changed.
with run as (
    select *, min(created_utc) over (partition by job) as begun
    from read_parquet('TREE/table=runs/**/*.parquet',
        hive_partitioning = true, hive_types = {'date': varchar, 'job': varchar})
), kernel as (
    select k.*, coalesce(k."range", '') as named, r.program, r.begun
    from read_parquet('TREE/table=kernels/**/*.parquet',
        hive_partitioning = true, hive_types = {'date': varchar, 'job': varchar}) k
    join run r using (recording)
), value as (
    select job, begun, program, function, named, 'instructions' as what, instructions as number
    from kernel
    union all
    select job, begun, program, function, named, 'qm', qm from kernel
), middle as (
    select job, begun, program, function, named, what, median(number) as after
    from value where number is not null group by all
), pair as (
    select *, lag(after) over (
        partition by program, function, named, what order by begun, job) as before
    from middle
)
select job, begun as created_utc, program, function, named as "range", what, before, after
from pair where abs(after - before) > 0.02 * abs(before)
qualify row_number() over (partition by program, function, named, what order by begun, job) = 1
order by created_utc, job, program, function, "range", what;
