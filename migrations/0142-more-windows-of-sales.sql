-- What sold in 14 and 60 days is kept too (0135): the Overview tells of the longest of these spans that is not longer than asked.
insert into sales_windows (days, first) values (14, utc_day(now()) - 13), (60, utc_day(now()) - 59);
select keep_sales_lately();
