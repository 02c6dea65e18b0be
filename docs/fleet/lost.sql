-- Ranks without counters, with a recording that was cut off, or without a recording.
with run as (
    select * from read_parquet('TREE/table=runs/**/*.parquet',
        hive_partitioning = true, hive_types = {'date': varchar, 'job': varchar})
), told as (
    select recording, string_agg(distinct code, ', ' order by code) as why
    from read_parquet('TREE/table=notices/**/*.parquet', hive_partitioning = false)
    where severity <> 'info' group by all
), without as (
    select recording, count(*) as kernels
    from read_parquet('TREE/table=kernels/**/*.parquet', hive_partitioning = false)
    where measured = 0 group by all
), worlds as (
    select job, max(world) as world from run where world is not null group by job
), there as (
    select distinct job, rank from run join worlds using (job) where rank >= 0 and rank < worlds.world
    union all select job, world from worlds
), gaps as (
    select job, coalesce(lag(rank) over (partition by job order by rank), -1) + 1 as rank, rank - 1 as last
    from there
)
select job, rank, null as last_rank, host, 'counters' as what, without.kernels, coalesce(why, '') as why, recording
from run join without using (recording) left join told using (recording)
union all
select job, rank, null, host, 'end', null, coalesce(why, ''), recording
from run left join told using (recording) where finished = 0
union all
select job, rank, if(last > rank, last, null), null, 'recording', null,
    if(last > rank, 'no recording of these ranks is in the tree', 'no recording of the rank is in the tree'), null
from gaps where last >= rank
order by job, rank nulls first, what, recording;
