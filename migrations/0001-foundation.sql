CREATE TABLE "accounts" (
	"id" text PRIMARY KEY NOT NULL,
	"account_id" text NOT NULL,
	"provider_id" text NOT NULL,
	"user_id" text NOT NULL,
	"access_token" text,
	"refresh_token" text,
	"id_token" text,
	"access_token_expires_at" timestamp with time zone,
	"refresh_token_expires_at" timestamp with time zone,
	"scope" text,
	"password" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);

CREATE TABLE "rate_limits" (
	"id" text PRIMARY KEY NOT NULL,
	"key" text NOT NULL,
	"count" integer NOT NULL,
	"last_request" bigint NOT NULL,
	CONSTRAINT "rate_limits_key_unique" UNIQUE("key")
);

CREATE TABLE "sessions" (
	"id" text PRIMARY KEY NOT NULL,
	"token" text NOT NULL,
	"user_id" text NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"ip_address" text,
	"user_agent" text,
	"impersonated_by" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "sessions_token_unique" UNIQUE("token")
);

CREATE TABLE "signing_keys" (
	"id" text PRIMARY KEY NOT NULL,
	"public_key" text NOT NULL,
	"private_key" text NOT NULL,
	"alg" text,
	"crv" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone
);

CREATE TABLE "two_factors" (
	"id" text PRIMARY KEY NOT NULL,
	"secret" text NOT NULL,
	"backup_codes" text NOT NULL,
	"verified" boolean DEFAULT true NOT NULL,
	"failed_verification_count" integer DEFAULT 0 NOT NULL,
	"locked_until" timestamp with time zone,
	"user_id" text NOT NULL
);

CREATE TABLE "users" (
	"id" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"email" text NOT NULL,
	"email_verified" boolean DEFAULT false NOT NULL,
	"image" text,
	"role" text DEFAULT 'user' NOT NULL,
	"banned" boolean DEFAULT false NOT NULL,
	"ban_reason" text,
	"ban_expires" timestamp with time zone,
	"two_factor_enabled" boolean DEFAULT false NOT NULL,
	"phone_number" text,
	"phone_number_verified" boolean DEFAULT false NOT NULL,
	"address" text DEFAULT '' NOT NULL,
	"phone" text DEFAULT '' NOT NULL,
	"last_sign_in_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "users_email_unique" UNIQUE("email"),
	CONSTRAINT "users_phone_number_unique" UNIQUE("phone_number")
);

CREATE TABLE "verifications" (
	"id" text PRIMARY KEY NOT NULL,
	"identifier" text NOT NULL,
	"value" text NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);

CREATE TABLE "mails" (
	"id" text PRIMARY KEY NOT NULL,
	"to" text NOT NULL,
	"subject" text NOT NULL,
	"text" text NOT NULL,
	"html" text NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"next_attempt_at" timestamp with time zone DEFAULT now() NOT NULL,
	"sent_at" timestamp with time zone,
	"failed_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);

CREATE TABLE "open_orders" (
	"user_id" text PRIMARY KEY NOT NULL,
	"count" integer NOT NULL,
	CONSTRAINT "open_orders_limit" CHECK ("open_orders"."count" between 0 and 20)
);

CREATE TABLE "order_lines" (
	"id" text PRIMARY KEY NOT NULL,
	"order_id" text NOT NULL,
	"tool_id" text NOT NULL,
	"tool_name" text NOT NULL,
	"unit_price_cents" integer NOT NULL,
	"quantity" integer NOT NULL,
	CONSTRAINT "order_lines_quantity" CHECK ("order_lines"."quantity" > 0),
	CONSTRAINT "order_lines_unit_price" CHECK ("order_lines"."unit_price_cents" >= 0)
);

CREATE TABLE "orders" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" text,
	"name" text NOT NULL,
	"email" text NOT NULL,
	"address" text NOT NULL,
	"phone" text NOT NULL,
	"total_cents" integer NOT NULL,
	"state" text DEFAULT 'unpaid' NOT NULL,
	"transaction_id" text,
	"paid_at" timestamp with time zone,
	"refunded_cents" integer DEFAULT 0 NOT NULL,
	"idempotency_key" text,
	"idempotency_hash" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"closed_at" timestamp with time zone,
	CONSTRAINT "orders_transaction_id_unique" UNIQUE("transaction_id"),
	CONSTRAINT "orders_state" CHECK ("orders"."state" in ('unpaid', 'paid', 'deleted', 'expired')),
	CONSTRAINT "orders_total" CHECK ("orders"."total_cents" between 1 and 99999999),
	CONSTRAINT "orders_paid" CHECK (("orders"."state" = 'paid') = ("orders"."paid_at" is not null and "orders"."transaction_id" is not null)),
	CONSTRAINT "orders_refunded" CHECK ("orders"."refunded_cents" between 0 and "orders"."total_cents")
);

CREATE TABLE "payment_intents" (
	"id" text PRIMARY KEY NOT NULL,
	"order_id" text NOT NULL,
	"attempt" integer NOT NULL,
	"amount_cents" integer NOT NULL,
	"client_secret" text NOT NULL,
	"status" text NOT NULL,
	"checked_at" timestamp with time zone DEFAULT now() NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);

CREATE TABLE "refunds" (
	"id" text PRIMARY KEY NOT NULL,
	"order_id" text,
	"payment_intent_id" text NOT NULL,
	"amount_cents" integer NOT NULL,
	"reason" text NOT NULL,
	"state" text DEFAULT 'due' NOT NULL,
	"provider_refund_id" text,
	"attempts" integer DEFAULT 0 NOT NULL,
	"next_attempt_at" timestamp with time zone DEFAULT now() NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "refunds_provider_refund_id_unique" UNIQUE("provider_refund_id"),
	CONSTRAINT "refunds_amount" CHECK ("refunds"."amount_cents" > 0),
	CONSTRAINT "refunds_state" CHECK ("refunds"."state" in ('due', 'sent', 'failed'))
);

CREATE TABLE "webhook_events" (
	"id" text PRIMARY KEY NOT NULL,
	"type" text NOT NULL,
	"received_at" timestamp with time zone DEFAULT now() NOT NULL
);

CREATE TABLE "reviews" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" text,
	"name" text NOT NULL,
	"review" text NOT NULL,
	"rating" integer NOT NULL,
	"image" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "reviews_rating" CHECK ("reviews"."rating" between 1 and 5)
);

CREATE TABLE "tools" (
	"id" text PRIMARY KEY NOT NULL,
	"position" bigint GENERATED ALWAYS AS IDENTITY (sequence name "tools_position_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"name" text NOT NULL,
	"description" text NOT NULL,
	"image" text NOT NULL,
	"sku" text,
	"category" text,
	"price_cents" integer NOT NULL,
	"available_quantity" integer NOT NULL,
	"min_order_quantity" integer NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"removed_at" timestamp with time zone,
	CONSTRAINT "tools_available_quantity" CHECK ("tools"."available_quantity" between 0 and 1000000000),
	CONSTRAINT "tools_min_order_quantity" CHECK ("tools"."min_order_quantity" between 1 and 1000000000),
	CONSTRAINT "tools_price" CHECK ("tools"."price_cents" between 1 and 99999999)
);

CREATE TABLE "audit_log" (
	"id" text PRIMARY KEY NOT NULL,
	"actor_id" text,
	"actor_email" text NOT NULL,
	"action" text NOT NULL,
	"subject" text NOT NULL,
	"details" jsonb NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);

ALTER TABLE "accounts" ADD CONSTRAINT "accounts_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "two_factors" ADD CONSTRAINT "two_factors_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "open_orders" ADD CONSTRAINT "open_orders_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "order_lines" ADD CONSTRAINT "order_lines_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "order_lines" ADD CONSTRAINT "order_lines_tool_id_tools_id_fk" FOREIGN KEY ("tool_id") REFERENCES "public"."tools"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "orders" ADD CONSTRAINT "orders_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;
ALTER TABLE "payment_intents" ADD CONSTRAINT "payment_intents_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "reviews" ADD CONSTRAINT "reviews_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;
ALTER TABLE "audit_log" ADD CONSTRAINT "audit_log_actor_id_users_id_fk" FOREIGN KEY ("actor_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;
CREATE INDEX "accounts_user" ON "accounts" USING btree ("user_id");
CREATE UNIQUE INDEX "accounts_provider" ON "accounts" USING btree ("provider_id","account_id");
CREATE INDEX "sessions_user" ON "sessions" USING btree ("user_id");
CREATE INDEX "two_factors_user" ON "two_factors" USING btree ("user_id");
CREATE INDEX "two_factors_secret" ON "two_factors" USING btree ("secret");
CREATE INDEX "users_admins" ON "users" USING btree ("id") WHERE "users"."role" = 'admin';
CREATE INDEX "users_newest" ON "users" USING btree ("created_at","id");
CREATE INDEX "verifications_identifier" ON "verifications" USING btree ("identifier");
CREATE INDEX "mails_due" ON "mails" USING btree ("next_attempt_at") WHERE "mails"."sent_at" is null and "mails"."failed_at" is null;
CREATE INDEX "mails_newest" ON "mails" USING btree ("created_at","id");
CREATE INDEX "order_lines_order" ON "order_lines" USING btree ("order_id");
CREATE INDEX "order_lines_tool" ON "order_lines" USING btree ("tool_id");
CREATE UNIQUE INDEX "orders_idempotency" ON "orders" USING btree ("user_id","idempotency_key");
CREATE INDEX "orders_of_user" ON "orders" USING btree ("user_id","created_at","id");
CREATE INDEX "orders_newest" ON "orders" USING btree ("created_at","id");
CREATE INDEX "orders_unpaid" ON "orders" USING btree ("created_at") WHERE "orders"."state" = 'unpaid';
CREATE UNIQUE INDEX "payment_intents_attempt" ON "payment_intents" USING btree ("order_id","attempt");
CREATE INDEX "payment_intents_open" ON "payment_intents" USING btree ("checked_at") WHERE "payment_intents"."status" not in ('succeeded', 'canceled');
CREATE INDEX "refunds_due" ON "refunds" USING btree ("next_attempt_at") WHERE "refunds"."state" = 'due';
CREATE INDEX "refunds_intent" ON "refunds" USING btree ("payment_intent_id");
CREATE INDEX "reviews_newest" ON "reviews" USING btree ("created_at","id");
CREATE INDEX "reviews_of_user" ON "reviews" USING btree ("user_id","created_at");
CREATE UNIQUE INDEX "tools_shown" ON "tools" USING btree ("position") WHERE "tools"."removed_at" is null;
CREATE INDEX "tools_name" ON "tools" USING btree ("name") WHERE "tools"."removed_at" is null;
CREATE INDEX "tools_price_order" ON "tools" USING btree ("price_cents","position") WHERE "tools"."removed_at" is null;
CREATE INDEX "tools_name_order" ON "tools" USING btree ("name","position") WHERE "tools"."removed_at" is null;
CREATE INDEX "tools_category" ON "tools" USING btree ("category","position") WHERE "tools"."removed_at" is null;
CREATE INDEX "audit_log_newest" ON "audit_log" USING btree ("created_at","id");
-- Search: words, typing errors and substrings (used by the catalogue's search).
CREATE EXTENSION IF NOT EXISTS pg_trgm;

-- The total of an order, what it consists of and to whom the money was said to belong never change;
-- a paid order is final but for what was refunded and the link to a removed customer.
CREATE FUNCTION orders_keep_their_word() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.total_cents <> OLD.total_cents OR NEW.id <> OLD.id OR NEW.email <> OLD.email OR NEW.created_at <> OLD.created_at THEN
    RAISE EXCEPTION 'an order keeps its total' USING ERRCODE = 'integrity_constraint_violation', CONSTRAINT = 'orders_immutable';
  END IF;
  IF OLD.state <> 'unpaid' AND (NEW.state <> OLD.state OR NEW.paid_at IS DISTINCT FROM OLD.paid_at
      OR NEW.transaction_id IS DISTINCT FROM OLD.transaction_id OR NEW.refunded_cents < OLD.refunded_cents) THEN
    RAISE EXCEPTION 'a closed order stays as it is' USING ERRCODE = 'integrity_constraint_violation', CONSTRAINT = 'orders_closed';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER orders_keep_their_word BEFORE UPDATE ON orders FOR EACH ROW EXECUTE FUNCTION orders_keep_their_word();

CREATE FUNCTION order_lines_are_final() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'order lines are final' USING ERRCODE = 'integrity_constraint_violation', CONSTRAINT = 'order_lines_immutable';
END $$;
CREATE TRIGGER order_lines_are_final BEFORE UPDATE ON order_lines FOR EACH ROW EXECUTE FUNCTION order_lines_are_final();

-- Counts each customer's unpaid orders; the check on open_orders refuses the 21st.
CREATE FUNCTION count_open_orders() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    IF NEW.state = 'unpaid' AND NEW.user_id IS NOT NULL THEN
      INSERT INTO open_orders (user_id, count) VALUES (NEW.user_id, 1)
        ON CONFLICT (user_id) DO UPDATE SET count = open_orders.count + 1;
    END IF;
  ELSIF OLD.state = 'unpaid' AND NEW.state <> 'unpaid' AND OLD.user_id IS NOT NULL THEN
    UPDATE open_orders SET count = count - 1 WHERE user_id = OLD.user_id;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER count_open_orders AFTER INSERT OR UPDATE OF state ON orders FOR EACH ROW EXECUTE FUNCTION count_open_orders();
