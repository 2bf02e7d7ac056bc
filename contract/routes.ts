import { z } from 'zod';
import { AdminOrder, AdminOrderQuery, AuditEntry, Figures, FiguresQuery, UserQuery } from './admin.ts';
import { DeletedCount, ModifiedCount } from './counts.ts';
import type { ErrorCode } from './errors.ts';
import { Paging } from './lists.ts';
import { MyData } from './my-data.ts';
import {
  ClientSecret,
  NewOrder,
  NewPaymentIntent,
  NewRefund,
  Order,
  OrderPayment,
  OrderQuery,
  Refund,
} from './orders.ts';
import { NewReview, Review } from './reviews.ts';
import { Email, Id } from './text.ts';
import { Category, NewTool, SuggestionQuery, Tool, ToolChanged, ToolEdit, ToolQuery, ToolSuggestion } from './tools.ts';
import { Profile, User, UserUpdate, UserUpdated } from './users.ts';

/**
 * Who may call: everybody; a signed-in user; the owner of the `:email` in the path; an admin; a holder of the session
 * cookie or the bearer (PUT /user/{email} alone); a sender that signs the body. Whose object an id names is the rule's own question.
 */
export type Access = 'public' | 'signed-in' | 'own-email' | 'admin' | 'session' | 'signature';

export interface Route {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** With `:name` for parameters. */
  path: string;
  access: Access;
  /** What it does, for the generated description. */
  summary: string;
  params?: z.ZodType;
  query?: z.ZodType;
  body?: z.ZodType;
  answer: z.ZodType;
  status: 200 | 201;
  /** What it can answer beyond what its access and input imply. */
  errors: readonly ErrorCode[];
  /** `public` answers are the same for everybody and may be kept; all others are no-store. */
  cache: 'public' | 'none';
  /** An array with `Link` and `X-Total-Count`. */
  list?: boolean;
  /** Answers a file of this type instead of JSON; `answer` is then its bytes. */
  file?: 'application/pdf';
  /** Takes a file as its body, which the handler reads and checks by its content. */
  takes?: 'image/*';
  /** Takes `Idempotency-Key`. */
  idempotent?: boolean;
}

const byId = z.object({ id: Id });
const byEmail = z.object({ email: Email });

/** Every call of the business API: the server runs this table, the tests iterate it, /openapi.json describes it. */
export const routes = {
  listTools: {
    method: 'GET',
    path: '/tool',
    access: 'public',
    summary: 'List, search and filter the tools',
    query: ToolQuery,
    answer: z.array(Tool),
    status: 200,
    errors: [],
    cache: 'public',
    list: true,
  },
  suggestTools: {
    method: 'GET',
    path: '/tool-suggestions',
    access: 'public',
    summary: 'Up to eight tools that fit what a buyer has typed so far',
    query: SuggestionQuery,
    answer: z.array(ToolSuggestion),
    status: 200,
    errors: [],
    cache: 'public',
  },
  getTool: {
    method: 'GET',
    path: '/tool/:id',
    access: 'public',
    summary: 'One tool',
    params: byId,
    answer: Tool,
    status: 200,
    errors: ['TOOL_NOT_FOUND'],
    cache: 'public',
  },
  addTool: {
    method: 'POST',
    path: '/tool',
    access: 'admin',
    summary: 'Add a tool',
    body: NewTool,
    answer: Tool,
    status: 201,
    errors: ['INVALID_IMAGE_URL'],
    cache: 'none',
  },
  editTool: {
    method: 'PUT',
    path: '/tool/:id',
    access: 'admin',
    summary: 'Change a tool',
    params: byId,
    body: ToolEdit,
    answer: ToolChanged,
    status: 200,
    errors: ['TOOL_NOT_FOUND', 'STALE_TOOL', 'INVALID_IMAGE_URL'],
    cache: 'none',
  },
  removeTool: {
    method: 'DELETE',
    path: '/tool/:id',
    access: 'admin',
    summary: 'Remove a tool; orders keep its name and price',
    params: byId,
    answer: DeletedCount,
    status: 200,
    errors: ['TOOL_NOT_FOUND'],
    cache: 'none',
  },
  uploadPicture: {
    method: 'POST',
    path: '/picture',
    access: 'admin',
    summary: 'Keep a picture, JPEG, PNG, WebP or AVIF of at most 10 MB, under an address that fits a tool',
    takes: 'image/*',
    answer: z.object({ image: z.string() }),
    status: 201,
    errors: ['VALIDATION_ERROR', 'BODY_TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE'],
    cache: 'none',
  },
  listCategories: {
    method: 'GET',
    path: '/category',
    access: 'public',
    summary: 'The categories that have tools, by name',
    answer: z.array(Category),
    status: 200,
    errors: [],
    cache: 'public',
  },

  listReviews: {
    method: 'GET',
    path: '/review',
    access: 'public',
    summary: 'List the reviews, newest first',
    query: Paging,
    answer: z.array(Review),
    status: 200,
    errors: [],
    cache: 'public',
    list: true,
  },
  addReview: {
    method: 'POST',
    path: '/review',
    access: 'signed-in',
    summary: 'Post a review',
    body: NewReview,
    answer: Review,
    status: 201,
    errors: ['RATE_LIMITED'],
    cache: 'none',
  },

  addOrder: {
    method: 'POST',
    path: '/order',
    access: 'signed-in',
    summary: 'Order a tool; its stock is held until paid, deleted or expired',
    body: NewOrder,
    answer: Order,
    status: 201,
    errors: [
      'TOOL_NOT_FOUND',
      'AMBIGUOUS_TOOL',
      'PRICE_MISMATCH',
      'USER_MISMATCH',
      'BELOW_MINIMUM',
      'OUT_OF_STOCK',
      'ORDER_TOO_LARGE',
      'TOO_MANY_OPEN_ORDERS',
      'RATE_LIMITED',
      'IDEMPOTENCY_MISMATCH',
    ],
    cache: 'none',
    idempotent: true,
  },
  listOrders: {
    method: 'GET',
    path: '/order',
    access: 'signed-in',
    summary: "The caller's own orders, newest first",
    query: OrderQuery,
    answer: z.array(Order),
    status: 200,
    errors: ['FORBIDDEN'],
    cache: 'none',
    list: true,
  },
  getOrder: {
    method: 'GET',
    path: '/order/:id',
    access: 'signed-in',
    summary: 'One order',
    params: byId,
    answer: Order,
    status: 200,
    errors: ['ORDER_NOT_FOUND'],
    cache: 'none',
  },
  payOrder: {
    method: 'PATCH',
    path: '/order/:id',
    access: 'signed-in',
    summary: 'Tell that an order was paid; the server asks the provider',
    params: byId,
    body: OrderPayment,
    answer: ModifiedCount,
    status: 200,
    errors: ['ORDER_NOT_FOUND', 'PAYMENT_NOT_CONFIRMED', 'PAYMENT_MISMATCH', 'PAYMENT_UNAVAILABLE'],
    cache: 'none',
  },
  deleteOrder: {
    method: 'DELETE',
    path: '/order/:id',
    access: 'signed-in',
    summary: 'Delete an unpaid order and return its stock',
    params: byId,
    answer: DeletedCount,
    status: 200,
    errors: ['ORDER_NOT_FOUND', 'ORDER_PAID'],
    cache: 'none',
  },
  createPaymentIntent: {
    method: 'POST',
    path: '/create-payment-intent',
    access: 'signed-in',
    summary: "The client secret of an order's one payment intent",
    body: NewPaymentIntent,
    answer: ClientSecret,
    status: 200,
    errors: [
      'ORDER_REQUIRED',
      'ORDER_NOT_FOUND',
      'ORDER_PAID',
      'PRICE_MISMATCH',
      'AMOUNT_TOO_SMALL',
      'PAYMENT_UNAVAILABLE',
    ],
    cache: 'none',
  },

  refundOrder: {
    method: 'POST',
    path: '/order/:id/refund',
    access: 'admin',
    summary: 'Give back the money of a paid order, all or part of it; the stock stays as it is',
    params: byId,
    body: NewRefund,
    answer: Refund,
    status: 201,
    errors: ['ORDER_NOT_FOUND', 'ORDER_NOT_PAID', 'REFUND_TOO_LARGE', 'IDEMPOTENCY_MISMATCH'],
    cache: 'none',
    idempotent: true,
  },
  listRefunds: {
    method: 'GET',
    path: '/order/:id/refund',
    access: 'signed-in',
    summary: 'What was given back of an order, oldest first; of anybody for an admin',
    params: byId,
    answer: z.array(Refund),
    status: 200,
    errors: ['ORDER_NOT_FOUND'],
    cache: 'none',
  },
  receipt: {
    method: 'GET',
    path: '/order/:id/receipt.pdf',
    access: 'signed-in',
    summary: 'The receipt of a paid order; of anybody for an admin',
    params: byId,
    answer: z.instanceof(Uint8Array),
    file: 'application/pdf',
    status: 200,
    errors: ['ORDER_NOT_FOUND', 'ORDER_NOT_PAID'],
    cache: 'none',
  },

  updateUser: {
    method: 'PUT',
    path: '/user/:email',
    access: 'session',
    summary: 'After sign-in: an access token for the session. With profile fields: the profile',
    params: byEmail,
    body: UserUpdate,
    answer: UserUpdated,
    status: 200,
    errors: ['USER_MISMATCH', 'FORBIDDEN', 'INVALID_ORIGIN'],
    cache: 'none',
  },
  getProfile: {
    method: 'GET',
    path: '/user/:email/profile',
    access: 'own-email',
    summary: "The caller's own profile",
    params: byEmail,
    answer: Profile,
    status: 200,
    errors: [],
    cache: 'none',
  },
  getMyData: {
    method: 'GET',
    path: '/user/:email/data',
    access: 'own-email',
    summary: 'Everything that the shop keeps about the caller',
    params: byEmail,
    answer: MyData,
    status: 200,
    errors: [],
    cache: 'none',
  },
  isAdmin: {
    method: 'GET',
    path: '/admin/:email',
    access: 'own-email',
    summary: 'Whether the caller is an admin',
    params: byEmail,
    answer: z.object({ admin: z.boolean() }),
    status: 200,
    errors: [],
    cache: 'none',
  },
  listUsers: {
    method: 'GET',
    path: '/user',
    access: 'admin',
    summary: 'List the users, newest first',
    query: UserQuery,
    answer: z.array(User),
    status: 200,
    errors: [],
    cache: 'none',
    list: true,
  },
  makeAdmin: {
    method: 'PUT',
    path: '/user/admin/:email',
    access: 'admin',
    summary: 'Make a user an admin',
    params: byEmail,
    answer: ModifiedCount,
    status: 200,
    errors: ['USER_NOT_FOUND'],
    cache: 'none',
  },
  removeUser: {
    method: 'DELETE',
    path: '/user/:id',
    access: 'admin',
    summary: 'Remove a user; his orders stay',
    params: byId,
    answer: DeletedCount,
    status: 200,
    errors: ['USER_NOT_FOUND', 'CANNOT_REMOVE_SELF', 'LAST_ADMIN'],
    cache: 'none',
  },

  listAllOrders: {
    method: 'GET',
    path: '/orders',
    access: 'admin',
    summary: "Everybody's orders with their state, newest first",
    query: AdminOrderQuery,
    answer: z.array(AdminOrder),
    status: 200,
    errors: [],
    cache: 'none',
    list: true,
  },
  listAudit: {
    method: 'GET',
    path: '/audit',
    access: 'admin',
    summary: 'Who did what to whom, newest first',
    query: Paging,
    answer: z.array(AuditEntry),
    status: 200,
    errors: [],
    cache: 'none',
    list: true,
  },
  getFigures: {
    method: 'GET',
    path: '/figures',
    access: 'admin',
    summary: 'The shop at a glance: orders and revenue by day, what is short, what sells best',
    query: FiguresQuery,
    answer: Figures,
    status: 200,
    errors: [],
    cache: 'none',
  },

  stripeWebhook: {
    method: 'POST',
    path: '/webhooks/stripe',
    access: 'signature',
    summary: "The card provider's events",
    answer: z.object({ received: z.boolean() }),
    status: 200,
    errors: ['INVALID_SIGNATURE'],
    cache: 'none',
  },
  healthz: {
    method: 'GET',
    path: '/healthz',
    access: 'public',
    summary: 'Alive',
    answer: z.object({ status: z.string() }),
    status: 200,
    errors: [],
    cache: 'none',
  },
  readyz: {
    method: 'GET',
    path: '/readyz',
    access: 'public',
    summary: 'Ready to serve',
    answer: z.object({ status: z.string() }),
    status: 200,
    errors: ['SERVICE_UNAVAILABLE'],
    cache: 'none',
  },
  openapi: {
    method: 'GET',
    path: '/openapi.json',
    access: 'public',
    summary: 'This contract',
    answer: z.record(z.string(), z.unknown()),
    status: 200,
    errors: [],
    cache: 'public',
  },
  publicConfig: {
    method: 'GET',
    path: '/config.json',
    access: 'public',
    summary: 'What the pages need to know of the configuration',
    answer: z.object({
      stripePublishableKey: z.string(),
      paymentSandbox: z.boolean(),
      google: z.boolean(),
      demo: z.boolean(),
    }),
    status: 200,
    errors: [],
    cache: 'public',
  },
} as const satisfies Record<string, Route>;

export type Routes = typeof routes;
export type RouteName = keyof Routes;

type Schema<R, K extends string> = K extends keyof R ? R[K] : undefined;
type Out<S> = S extends z.ZodType ? z.output<S> : undefined;
type In<S> = S extends z.ZodType ? z.input<S> : undefined;

/** What a handler receives, parsed. */
export type Params<N extends RouteName> = Out<Schema<Routes[N], 'params'>>;
export type Query<N extends RouteName> = Out<Schema<Routes[N], 'query'>>;
export type Body<N extends RouteName> = Out<Schema<Routes[N], 'body'>>;
/** What a call answers. */
export type Answer<N extends RouteName> = z.output<Routes[N]['answer']>;
/** What a client sends. */
export type QueryInput<N extends RouteName> = In<Schema<Routes[N], 'query'>>;
export type BodyInput<N extends RouteName> = In<Schema<Routes[N], 'body'>>;
