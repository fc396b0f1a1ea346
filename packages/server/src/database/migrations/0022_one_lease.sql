-- Deliveries are leased like all other work: a short lease on the row, renewed while it runs.
drop table dispatcher;
alter table delivery_queue drop column lease_holder;
