//! What is said of launches by the calls that made them: owners, ranges and sites.

use propp_recording_wire::{LaunchedFrom, Owner, Range, Site};
use rusqlite::params;
use rusqlite::types::Null;

use super::store::{Put, Store};
use super::tables::Table;

impl Store {
    pub(super) fn put_owners(&mut self, process: i64, owners: &[Owner]) -> rusqlite::Result<Put> {
        let mut rows = self.database.rows(Table::Owner)?;
        for owner in owners {
            let name = self.keys.sent_name(process, owner.name);
            rows.add(params![Null, process, owner.correlation, name])?;
        }
        Ok(owners.len())
    }

    pub(super) fn put_sites(&mut self, process: i64, sites: &[Site]) -> rusqlite::Result<Put> {
        let mut rows = self.database.rows(Table::Site)?;
        for site in sites {
            let function = self.keys.sent_name(process, site.function);
            let line = (site.line != 0).then_some(site.line);
            rows.add(params![
                Null,
                process,
                site.number,
                site.parent,
                function,
                site.position,
                line
            ])?;
        }
        Ok(sites.len())
    }

    pub(super) fn put_launched_from(
        &mut self,
        process: i64,
        launches: &[LaunchedFrom],
    ) -> rusqlite::Result<Put> {
        let mut rows = self.database.rows(Table::LaunchedFrom)?;
        for launch in launches {
            rows.add(params![Null, process, launch.correlation, launch.site])?;
        }
        Ok(launches.len())
    }

    pub(super) fn put_ranges(&mut self, process: i64, ranges: &[Range]) -> rusqlite::Result<Put> {
        let mut rows = self.database.rows(Table::Range)?;
        for range in ranges {
            let name = self.keys.sent_name(process, range.name);
            let last = (range.last != Range::OPEN).then_some(range.last);
            rows.add(params![Null, process, name, range.first, last])?;
        }
        Ok(ranges.len())
    }
}
