-- Ranks that are slow in a kernel, and why; late ranks in collectives.
with run as (
    select * from read_parquet('TREE/table=runs/**/*.parquet',
        hive_partitioning = true, hive_types = {'date': varchar, 'job': varchar})
), kernel as (
    select k.*, r.rank, r.host
    from read_parquet('TREE/table=kernels/**/*.parquet',
        hive_partitioning = true, hive_types = {'date': varchar, 'job': varchar}) k
    join run r using (recording)
    where k.launches > 0
), total as (
    select job, function, coalesce("range", '') as "range", recording,
        any_value(rank) as rank, any_value(host) as host,
        sum(launches)::double as launches, sum(total_ns)::double as total_ns,
        sum(launches * blocks)::double as blocks,
        case when count(instructions) = count(*)
            then sum(launches * instructions) end as instructions
    from kernel group by all
), middle as (
    select job, function, "range", count(*) as ranks, median(total_ns) as median_ns,
        median(launches) as launches, median(blocks) as blocks,
        median(instructions) as instructions
    from total group by all
), spread as (
    select job, function, "range", median(abs(t.total_ns - m.median_ns)) as deviation_ns
    from total t join middle m using (job, function, "range") group by all
), judged as (
    select t.*, m.median_ns, t.total_ns - m.median_ns as excess_ns,
        greatest(0.05 * m.median_ns, 5.0 * s.deviation_ns) as far_ns,
        starts_with(t.function, 'nccl') as is_collective,
        greatest(t.instructions / nullif(m.instructions, 0),
            t.blocks / nullif(m.blocks, 0), t.launches / nullif(m.launches, 0)) as work_ratio
    from total t
    join middle m using (job, function, "range")
    join spread s using (job, function, "range")
    where m.ranks >= 3
)
select job, rank, host,
    case
        when is_collective then 'late'
        when work_ratio - 1 > greatest(0.02, 0.5 * excess_ns / median_ns) then 'more work'
        when work_ratio is not null and instructions is not null then 'slower hardware'
        else 'unknown'
    end as cause,
    function, "range", total_ns, median_ns, work_ratio, recording
from judged
where case when is_collective then -excess_ns > far_ns else excess_ns > far_ns end
order by abs(excess_ns) desc, job, function, "range", rank;
