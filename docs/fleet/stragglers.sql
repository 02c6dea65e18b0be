-- Ranks that are slow in a kernel, in all or in some steps, and why; late ranks in collectives.
create or replace temp macro nats(compared) as ln(compared / (2 * 0.01));
create or replace temp macro deviations(compared) as 1.4826 * sqrt(2 * nats(compared));
-- How unlikely so many slow steps are, if a rank has them as often as the others (Chernoff).
create or replace temp macro surprise(slow, steps, usual) as case
    when slow / steps <= usual then 0
    else slow * ln(slow / steps / usual)
        + if(slow < steps, (steps - slow) * ln((steps - slow) / steps / (1 - usual)), 0)
end;
create or replace temp macro cause(is_collective, ratio, instructions, excess) as case
    when is_collective then 'late'
    when ratio - 1 > greatest(0.02, 0.5 * excess) then 'more work'
    when ratio is not null and instructions is not null then 'slower hardware'
    else 'unknown'
end;
with run as (
    select *, median(steps) over (partition by job) as usual_steps
    from read_parquet('TREE/table=runs/**/*.parquet',
        hive_partitioning = true, hive_types = {'date': varchar, 'job': varchar})
), kernel as (
    select k.*, r.rank, r.host
    from read_parquet('TREE/table=kernels/**/*.parquet',
        hive_partitioning = true, hive_types = {'date': varchar, 'job': varchar}) k
    join run r using (recording)
), named as (
    select name, any_value(function) as function, any_value(coalesce("range", '')) as "range",
        starts_with(any_value(function), 'nccl') as is_collective
    from kernel group by name
), total as (
    select job, name, recording, sum(launches)::double as launches, sum(total_ns)::double as total_ns,
        sum(launches * blocks)::double as blocks,
        case when count(instructions) = count(*)
            then sum(launches * instructions) end as instructions
    from kernel where launches > 0 group by all
), middle as (
    select job, name, median(total_ns) as median_ns, median(launches) as launches,
        median(blocks) as blocks, median(instructions) as instructions
    from total group by all having count(*) >= 3
), spread as (
    select job, name, median(abs(t.total_ns - m.median_ns)) as deviation_ns
    from total t join middle m using (job, name) group by all
), compared as (
    select job, deviations(count(*)) as deviations from total join middle using (job, name) group by job
), slow_whole as (
    select job, name, recording, 'all' as span, t.total_ns, m.median_ns, t.instructions,
        greatest(t.instructions / nullif(m.instructions, 0),
            t.blocks / nullif(m.blocks, 0), t.launches / nullif(m.launches, 0)) as work_ratio
    from total t join middle m using (job, name) join spread s using (job, name)
    join compared using (job) join named using (name)
    where (t.total_ns - m.median_ns) * if(is_collective, -1, 1)
        > greatest(0.05 * m.median_ns, deviations * s.deviation_ns)
), cell as (
    select r.job, s.* from read_parquet('TREE/table=steps/**/*.parquet', hive_partitioning = false) s
    join run r using (recording) where abs(steps - usual_steps) <= 0.1 * usual_steps
), step_middle as (
    select job, name, step, median(total_ns) as median_ns, count(*) as ranks
    from cell group by all having count(*) >= 3
), apart as (
    select job, name, recording, step, c.total_ns, m.median_ns
    from cell c join step_middle m using (job, name, step)
), step_spread as (
    select job, name, median(abs(total_ns - median_ns)) as deviation_ns from apart group by all
), step_compared as (
    select job, deviations(sum(ranks)) as deviations from step_middle group by job
), out_step as (
    select a.* from apart a join step_spread using (job, name) join step_compared using (job)
    join named using (name)
    where (total_ns - median_ns) * if(is_collective, -1, 1)
        > greatest(0.05 * median_ns, deviations * deviation_ns)
), frequency as (
    select job, name, recording, count(*) as steps, count(o.step) as slow,
        sum(count(*)) over of_name as all_steps, sum(count(o.step)) over of_name as all_slow,
        count(*) over (partition by job) as ranks
    from apart left join out_step o using (job, name, recording, step)
    group by job, name, recording window of_name as (partition by job, name)
), slow_step as (
    select o.* from out_step o join frequency f using (job, name, recording)
    where slow >= 3 and surprise(slow, f.steps,
        (all_slow - slow + 1) / (all_steps - f.steps + 1)) > nats(ranks)
), step_work as (
    select job, name, step, median(launches) as launches, median(blocks) as blocks,
        median(instructions) as instructions
    from cell semi join slow_step using (job, name, step) group by all
), slow_steps as (
    select job, name, recording, count(*) as steps, min(step) as first_step, max(step) as last_step,
        sum(a.total_ns)::double as total_ns, sum(a.median_ns) as median_ns,
        case when count(c.instructions) = count(*) then sum(c.instructions) end as instructions,
        greatest(
            case when count(c.instructions) = count(*)
                then sum(c.instructions) / nullif(sum(w.instructions), 0) end,
            sum(c.blocks) / nullif(sum(w.blocks), 0),
            sum(c.launches) / nullif(sum(w.launches), 0)) as work_ratio
    from slow_step a join cell c using (job, name, recording, step)
    join step_work w using (job, name, step) group by all
), slow as (
    select w.*, s.steps, s.first_step, s.last_step
    from slow_whole w left join slow_steps s using (job, name, recording)
    union all by name
    select *, 'steps' as span
    from slow_steps s anti join slow_whole using (job, name, recording)
)
select s.job, rank, host,
    cause(is_collective, work_ratio, instructions, (total_ns - median_ns) / median_ns) as cause,
    function, "range", span, total_ns, median_ns, work_ratio, s.steps, first_step, last_step, recording
from slow s join named using (name) join run r using (recording)
order by abs(total_ns - median_ns) desc, s.job, function, "range", rank;
