-- Kernels of all recordings by the GPU hours that their best hints promise to save.
with run as (
    select recording from read_parquet('TREE/table=runs/**/*.parquet', hive_partitioning = false)
), kernel as (
    select k.*, coalesce(k."range", '') as named
    from read_parquet('TREE/table=kernels/**/*.parquet', hive_partitioning = false) k
    join run using (recording)
), rules as (
    select function, named, rule, sum(total_ns * promise) as saved_ns
    from kernel where promise is not null group by all
), best as (
    select function, named, rule from rules
    qualify row_number() over (partition by function, named order by saved_ns desc, rule) = 1
)
select function, named as "range", sum(total_ns) / 3.6e12 as gpu_hours,
    coalesce(sum(total_ns * promise), 0) / 3.6e12 as saved_hours, any_value(best.rule) as rule
from kernel left join best using (function, named)
group by function, named
order by saved_hours desc, function, "range";
