//! The tables of a recording and the order of their rows.

/// A table that holds what was recorded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Table {
    Meta,
    Run,
    Process,
    Progress,
    Totals,
    Device,
    DeviceAttribute,
    Name,
    Signature,
    Stream,
    Kernel,
    Copy,
    Memset,
    Memory,
    Sync,
    Counter,
    CounterSet,
    CounterSetMember,
    Measurement,
    Seen,
    Owner,
    CounterValue,
    Cubin,
    Code,
    LineLaunch,
    InstructionValue,
    Notice,
    SuiteCase,
    SuiteSample,
    ProbeSample,
}

impl Table {
    /// As in `schema.sql`: rows come after what they refer to.
    pub(super) const ALL: [Self; 30] = [
        Self::Meta,
        Self::Run,
        Self::Process,
        Self::Progress,
        Self::Totals,
        Self::Device,
        Self::DeviceAttribute,
        Self::Name,
        Self::Signature,
        Self::Stream,
        Self::Kernel,
        Self::Copy,
        Self::Memset,
        Self::Memory,
        Self::Sync,
        Self::Counter,
        Self::CounterSet,
        Self::CounterSetMember,
        Self::Measurement,
        Self::Seen,
        Self::Owner,
        Self::CounterValue,
        Self::Cubin,
        Self::Code,
        Self::LineLaunch,
        Self::InstructionValue,
        Self::Notice,
        Self::SuiteCase,
        Self::SuiteSample,
        Self::ProbeSample,
    ];

    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::Meta => "meta",
            Self::Run => "run",
            Self::Process => "process",
            Self::Progress => "progress",
            Self::Totals => "totals",
            Self::Device => "device",
            Self::DeviceAttribute => "device_attribute",
            Self::Name => "name",
            Self::Signature => "signature",
            Self::Stream => "stream",
            Self::Kernel => "kernel",
            Self::Copy => "copy",
            Self::Memset => "memset",
            Self::Memory => "memory",
            Self::Sync => "sync",
            Self::Counter => "counter",
            Self::CounterSet => "counter_set",
            Self::CounterSetMember => "counter_set_member",
            Self::Measurement => "measurement",
            Self::Seen => "seen",
            Self::Owner => "owner",
            Self::CounterValue => "counter_value",
            Self::Cubin => "cubin",
            Self::Code => "code",
            Self::LineLaunch => "line_launch",
            Self::InstructionValue => "instruction_value",
            Self::Notice => "notice",
            Self::SuiteCase => "suite_case",
            Self::SuiteSample => "suite_sample",
            Self::ProbeSample => "probe_sample",
        }
    }

    /// The primary key, in whose order rows are stored, read and summed.
    pub(super) const fn key(self) -> &'static str {
        match self {
            Self::Meta => "key",
            Self::Progress | Self::Totals => "process",
            Self::DeviceAttribute => "device, attribute",
            Self::CounterSetMember => "counter_set, position",
            Self::CounterValue => "measurement, position",
            Self::InstructionValue => "line_launch, function, code_offset, counter",
            Self::SuiteSample => "suite_case, position",
            _ => "id",
        }
    }
}

#[cfg(test)]
mod tests {
    use rusqlite::Connection;

    use super::*;
    use crate::SCHEMA_SQL;

    #[test]
    fn every_table_of_the_schema_is_there_in_its_order_and_with_its_key() {
        let connection = Connection::open_in_memory().unwrap();
        connection.execute_batch(SCHEMA_SQL).unwrap();
        let sql = "SELECT m.name, group_concat(c.name, ', ' ORDER BY c.pk) \
                   FROM sqlite_schema m, pragma_table_info(m.name) c \
                   WHERE m.type = 'table' AND m.name <> 'checksum' AND c.pk > 0 \
                   GROUP BY m.name ORDER BY m.rowid";
        let mut statement = connection.prepare(sql).unwrap();
        let rows = statement.query_map([], |row| Ok((row.get(0)?, row.get(1)?))).unwrap();
        let in_schema: Vec<(String, String)> = rows.collect::<Result<_, _>>().unwrap();
        let here = Table::ALL.map(|table| (table.name().to_owned(), table.key().to_owned()));
        assert_eq!(in_schema, here);
        for (place, table) in Table::ALL.into_iter().enumerate() {
            assert_eq!(table as usize, place);
        }
    }
}
