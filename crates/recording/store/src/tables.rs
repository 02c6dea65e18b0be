//! The tables of a recording and the order of their rows.

macro_rules! tables {
    ($count:literal; $($table:ident = $name:literal,)+) => {
        /// A table that holds what was recorded.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub(super) enum Table {
            $($table,)+
        }

        impl Table {
            /// As in `schema.sql`: rows come after what they refer to.
            pub(super) const ALL: [Self; $count] = [$(Self::$table,)+];

            pub(super) const fn name(self) -> &'static str {
                match self {
                    $(Self::$table => $name,)+
                }
            }
        }
    };
}

tables! {
    33;
    Meta = "meta",
    Run = "run",
    Process = "process",
    Progress = "progress",
    Totals = "totals",
    Device = "device",
    DeviceAttribute = "device_attribute",
    Name = "name",
    Signature = "signature",
    Stream = "stream",
    Kernel = "kernel",
    Copy = "copy",
    Memset = "memset",
    Memory = "memory",
    Sync = "sync",
    Counter = "counter",
    CounterSet = "counter_set",
    CounterSetMember = "counter_set_member",
    Measurement = "measurement",
    Seen = "seen",
    Owner = "owner",
    Range = "range",
    Site = "site",
    LaunchedFrom = "launched_from",
    CounterValue = "counter_value",
    Cubin = "cubin",
    Code = "code",
    LineLaunch = "line_launch",
    InstructionValue = "instruction_value",
    Notice = "notice",
    SuiteCase = "suite_case",
    SuiteSample = "suite_sample",
    ProbeSample = "probe_sample",
}

impl Table {
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
