-- The ledger: every movement of money, once, never changed.
CREATE TABLE "payments" (
	"id" text PRIMARY KEY NOT NULL,
	"order_id" text NOT NULL,
	"payment_intent_id" text NOT NULL,
	"kind" text NOT NULL,
	"amount_cents" integer NOT NULL,
	"reference" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "payments_kind" CHECK ("payments"."kind" in ('charge', 'refund', 'refund_failed')),
	CONSTRAINT "payments_sign" CHECK (("payments"."kind" = 'refund') = ("payments"."amount_cents" < 0) and "payments"."amount_cents" <> 0)
);
ALTER TABLE "payments" ADD CONSTRAINT "payments_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;
CREATE UNIQUE INDEX "payments_once" ON "payments" USING btree ("kind","reference");
CREATE INDEX "payments_order" ON "payments" USING btree ("order_id");
CREATE INDEX "payments_intent" ON "payments" USING btree ("payment_intent_id");
-- Money that came for nothing goes back once, whoever notices first.
CREATE UNIQUE INDEX "refunds_orphan" ON "refunds" USING btree ("payment_intent_id") WHERE "refunds"."reason" in ('order_gone', 'paid_twice');

CREATE FUNCTION payments_are_final() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'the ledger is only added to' USING ERRCODE = 'integrity_constraint_violation', CONSTRAINT = 'payments_append_only';
END $$;
CREATE TRIGGER payments_are_final BEFORE UPDATE OR DELETE ON payments FOR EACH ROW EXECUTE FUNCTION payments_are_final();
CREATE TRIGGER payments_are_never_emptied BEFORE TRUNCATE ON payments FOR EACH STATEMENT EXECUTE FUNCTION payments_are_final();

-- A refund that failed at the provider is no refund, so what an order shows as refunded may fall again.
CREATE OR REPLACE FUNCTION orders_keep_their_word() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.total_cents <> OLD.total_cents OR NEW.id <> OLD.id OR NEW.email <> OLD.email OR NEW.created_at <> OLD.created_at THEN
    RAISE EXCEPTION 'an order keeps its total' USING ERRCODE = 'integrity_constraint_violation', CONSTRAINT = 'orders_immutable';
  END IF;
  IF OLD.state <> 'unpaid' AND (NEW.state <> OLD.state OR NEW.paid_at IS DISTINCT FROM OLD.paid_at
      OR NEW.transaction_id IS DISTINCT FROM OLD.transaction_id) THEN
    RAISE EXCEPTION 'a closed order stays as it is' USING ERRCODE = 'integrity_constraint_violation', CONSTRAINT = 'orders_closed';
  END IF;
  RETURN NEW;
END $$;
