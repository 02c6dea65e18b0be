-- Kernels with other code, configuration or counts on some ranks of a job.
with run as (
    select * from read_parquet('TREE/table=runs/**/*.parquet',
        hive_partitioning = true, hive_types = {'date': varchar, 'job': varchar})
), kernel as (
    select k.*, coalesce(k."range", '') as named, r.rank, r.host
    from read_parquet('TREE/table=kernels/**/*.parquet',
        hive_partitioning = true, hive_types = {'date': varchar, 'job': varchar}) k
    join run r using (recording)
), value as (
    select job, function, named, recording, rank, host, 'code' as what, code as own from kernel
    union all
    select job, function, named, recording, rank, host, 'configuration',
        grid || ' ' || block || ' ' || dynamic_shared_bytes from kernel
), own as (
    select job, what, function, named, recording, any_value(rank) as rank, any_value(host) as host,
        string_agg(distinct own, ', ' order by own) as own
    from value where own is not null group by all
), frequency as (
    select job, what, function, named, own, count(*) as ranks from own group by all
), usual as (
    select job, what, function, named, own as usual from frequency
    qualify row_number() over (
        partition by job, what, function, named order by ranks desc, own) = 1
), counted as (
    select job, function, named, recording, any_value(rank) as rank, any_value(host) as host,
        avg(instructions) as own
    from kernel where instructions is not null group by all
), counts as (
    select c.*, median(own) over (partition by job, function, named) as usual from counted c
)
select job, what, function, named as "range", rank, host, own, usual, recording
from own join usual using (job, what, function, named) where own <> usual
union all
select job, 'counts', function, named, rank, host, printf('%.0f', own), printf('%.0f', usual),
    recording
from counts where abs(own - usual) > 0.02 * usual
order by job, what, function, "range", rank;
