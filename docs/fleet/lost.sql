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
), ranks as (
    select job, unnest(range(max(world))) as rank from run where world is not null group by job
)
select job, rank, host, 'counters' as what, without.kernels, coalesce(why, '') as why, recording
from run join without using (recording) left join told using (recording)
union all
select job, rank, host, 'end', null, coalesce(why, ''), recording
from run left join told using (recording) where finished = 0
union all
select job, rank, null, 'recording', null, 'no recording of the rank is in the tree', null
from ranks anti join run using (job, rank)
order by job, rank nulls first, what, recording;
