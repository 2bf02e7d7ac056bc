-- Refunds are listed by their order, and removing a user looks for what he did.
create index refunds_order on refunds (order_id);
create index audit_log_actor on audit_log (actor_id);
