-- Ranks that are slow in a kernel, in all or in some steps, and why; late ranks in collectives.
create or replace temp macro nats(compared) as ln(compared / (2 * 0.01));
create or replace temp macro sigmas(compared) as sqrt(2 * nats(compared));
-- Of a job of two ranks both are compared; their median is in the middle between them.
create or replace temp macro fewest(ranks) as if(ranks = 2, 2, 3);
create or replace temp macro share(ranks) as if(ranks = 2, 0.5, 1);
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
-- Numbers in place of names: the cells are many.
-- Numbers in place of names: the cells are many.
-- Numbers in place of names: the cells are many.
with run as materialized (
    select *, row_number() over () as run, dense_rank() over (order by job) as job_number,
        median(steps) over (partition by job) as usual_steps,
        count(*) over (partition by job) as ranks
    from read_parquet('TREE/table=runs/**/*.parquet',
        hive_partitioning = true, hive_types = {'date': varchar, 'job': varchar})
), kernel as materialized (
    select job_number, run, k.* exclude (kernel)
    from read_parquet('TREE/table=kernels/**/*.parquet', hive_partitioning = false) k
    join run using (recording)
), named as materialized (
    select name, row_number() over () as kernel, any_value(function) as function,
        any_value(coalesce("range", '')) as "range",
        starts_with(any_value(function), 'nccl') as is_collective,
        if(is_collective, -1, 1) as sign
    from kernel group by name
), usual as materialized (
    select job_number, any_value(ranks) as ranks, median(total_ns) as job_ns,
        median(total_ns) / any_value(usual_steps) as step_ns
    from (select run, sum(total_ns) as total_ns from kernel where launches > 0 group by run)
    join run using (run) group by job_number
), step as not materialized (
    select job_number, kernel, run, s.*
    from read_parquet('TREE/table=steps/**/*.parquet', hive_partitioning = false) s
    join run r using (recording) join named using (name)
    where abs(steps - usual_steps) <= 0.1 * usual_steps
), step_middle as materialized (
    select job_number, kernel, step, median(total_ns) as median_ns
    from step join usual using (job_number)
    group by job_number, kernel, step having count(*) >= fewest(any_value(ranks))
), cell as materialized (
    select kernel::uinteger as kernel, run::uinteger as run, step::uinteger as step,
        total_ns, median_ns
    from step join step_middle using (job_number, kernel, step)
), ranked as materialized (
    select job_number, kernel, run, count(*) as steps,
        sum(total_ns) / sum(median_ns) - 1 as on_the_whole,
        count(*) * var_samp(total_ns - median_ns) as variance
    from cell join run r using (run) group by all
), noise as (
    select job_number, kernel, sqrt(median(variance)) as noise_ns from ranked group by all
), total as materialized (
    select job_number, kernel, run, sum(launches)::double as launches,
        sum(total_ns)::double as total_ns, sum(launches * blocks)::double as blocks,
        case when count(instructions) = count(*)
            then sum(launches * instructions) end as instructions
    from kernel join named using (name) where launches > 0 group by all
), middle as (
    select job_number, kernel, median(total_ns) as median_ns, median(launches) as launches,
        median(blocks) as blocks, median(instructions) as instructions
    from total join usual using (job_number)
    group by job_number, kernel having count(*) >= fewest(any_value(ranks))
), spread as (
    select job_number, kernel, median(abs(t.total_ns - m.median_ns)) as deviation_ns
    from total t join middle m using (job_number, kernel) group by all
), compared as (
    select job_number, sigmas(count(*)) as sigmas
    from total join middle using (job_number, kernel) group by all
), slow_whole as materialized (
    select kernel, run, 'all' as span, t.total_ns, m.median_ns, t.instructions,
        greatest(t.instructions / nullif(m.instructions, 0),
            t.blocks / nullif(m.blocks, 0), t.launches / nullif(m.launches, 0)) as work_ratio
    from total t join middle m using (job_number, kernel) join spread using (job_number, kernel)
    join compared using (job_number) join named using (kernel)
    join usual using (job_number) left join noise using (job_number, kernel)
    where sign * (t.total_ns - m.median_ns) > greatest(share(ranks) * 0.05 * m.median_ns,
        if(is_collective, share(ranks) * 0.02 * job_ns, 0), sigmas * noise_ns,
        case when ranks > 2 then if(noise_ns is null, sigmas, 3) * 1.4826 * deviation_ns
            when noise_ns is null then 'inf'::double end)
), step_spread as (
    select job_number, kernel, median(abs(total_ns - median_ns)) as deviation_ns
    from cell join run using (run) group by all
), step_compared as (
    select job_number, sigmas(sum(steps)) as sigmas, count(*) as ranks from ranked group by all
), far as materialized (
    select job_number, kernel, sign,
        greatest(if(is_collective, 0.02 * step_ns, 0), sigmas * 1.4826 * deviation_ns) as far_ns
    from step_spread join step_compared using (job_number) join usual using (job_number)
    join named using (kernel)
), near_step as materialized (
    select f.job_number, kernel, run, step, total_ns, median_ns,
        sign * (total_ns - median_ns) > greatest(0.05 * median_ns, far_ns) as is_out
    from cell anti join slow_whole using (kernel, run) join run r using (run)
    -- Of two ranks neither shows how often steps are slow by chance.
    join far f using (job_number, kernel)
    where ranks <> 2 and sign * (total_ns * (1 + 0.02 * sign) - median_ns) > greatest(0.05 * median_ns, far_ns)
), frequency as (
    select job_number, kernel, run, steps, on_the_whole, slow,
        sum(steps) over of_kernel - steps as others,
        coalesce(sum(near) over of_kernel, 0) - coalesce(near, 0) as others_near
    from ranked anti join slow_whole using (kernel, run) left join (
        select kernel, run, count(*) filter (is_out) as slow, count(*) as near
        from near_step group by all) using (kernel, run)
    window of_kernel as (partition by job_number, kernel)
), slow_step as materialized (
    select o.*, on_the_whole from near_step o join frequency f using (kernel, run)
    join step_compared c on c.job_number = o.job_number
    where is_out and slow >= 3
        and surprise(slow, f.steps, (others_near + 1) / (others + 1)) > nats(ranks)
), work as materialized (
    select job_number, kernel, run, step, launches, blocks, instructions
    from step semi join slow_step using (job_number, kernel, step)
), step_work as (
    select job_number, kernel, step, median(launches) as launches, median(blocks) as blocks,
        median(instructions) as instructions
    from work group by all
), slow_steps as materialized (
    select kernel, run, 'steps' as span, count(*) as steps, min(step) as first_step,
        max(step) as last_step, any_value(on_the_whole) as on_the_whole,
        sum(s.total_ns)::double as total_ns, sum(s.median_ns) as median_ns,
        case when count(w.instructions) = count(*) then sum(w.instructions) end as instructions,
        greatest(
            case when count(w.instructions) = count(*)
                then sum(w.instructions) / nullif(sum(u.instructions), 0) end,
            sum(w.blocks) / nullif(sum(u.blocks), 0),
            sum(w.launches) / nullif(sum(u.launches), 0)) as work_ratio
    from slow_step s join work w using (kernel, run, step)
    join step_work u on (u.job_number, u.kernel, u.step) = (s.job_number, s.kernel, s.step)
    group by all
), slow as (
    select *, total_ns / median_ns - 1 as excess from slow_whole
    union all by name
    -- Slow steps are a rank's longest: all steps tell what it has more work for.
    select * exclude (on_the_whole), least(total_ns / median_ns - 1, on_the_whole) as excess
    from slow_steps
)
select job, rank, host, gpu, gpu_uuid,
    cause(is_collective, work_ratio, instructions, excess) as cause,
    function, "range", span, total_ns, median_ns, work_ratio, s.steps, first_step, last_step,
    file, recording
from slow s join named using (kernel) join run using (run)
order by abs(total_ns - median_ns) desc, job, function, "range", rank;
