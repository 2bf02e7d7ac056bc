/** Every code a call can answer with, and its one HTTP status (contract.md, Conventions). A code not listed here does not exist. */
export const ERROR_STATUS = {
  VALIDATION_ERROR: 400,
  ORDER_REQUIRED: 400,
  INVALID_IMAGE_URL: 400,
  INVALID_SIGNATURE: 400,
  CANNOT_REMOVE_SELF: 400,
  INVALID_JSON: 400,
  UNAUTHENTICATED: 401,
  INVALID_TOKEN: 401,
  TOKEN_EXPIRED: 401,
  PAYMENT_NOT_CONFIRMED: 402,
  FORBIDDEN: 403,
  USER_MISMATCH: 403,
  INVALID_ORIGIN: 403,
  MISSING_OR_NULL_ORIGIN: 403,
  NOT_FOUND: 404,
  TOOL_NOT_FOUND: 404,
  ORDER_NOT_FOUND: 404,
  ADDRESS_NOT_FOUND: 404,
  NO_CREDIT_NOTE: 404,
  NO_REFUND_REQUEST: 404,
  USER_NOT_FOUND: 404,
  IMPORT_NOT_FOUND: 404,
  AUDIT_ENTRY_NOT_FOUND: 404,
  LIST_NOT_FOUND: 404,
  API_KEY_NOT_FOUND: 404,
  WEBHOOK_NOT_FOUND: 404,
  DELIVERY_NOT_FOUND: 404,
  METHOD_NOT_ALLOWED: 405,
  AMBIGUOUS_TOOL: 409,
  PRICE_MISMATCH: 409,
  OUT_OF_STOCK: 409,
  STALE_TOOL: 409,
  STALE_BASKET: 409,
  STALE_LIST: 409,
  LIST_NAME_TAKEN: 409,
  STALE_SETTINGS: 409,
  STALE_IMPORT: 409,
  IMPORT_HAS_ERRORS: 409,
  IMPORT_NOT_COMMITTED: 409,
  CANNOT_PUT_BACK: 409,
  ORDER_PAID: 409,
  ORDER_NOT_PAID: 409,
  INVOICE_FACTS_MISSING: 409,
  ORDER_SHIPPED: 409,
  REFUND_REQUESTED: 409,
  MORE_THAN_ORDERED: 409,
  PAYMENT_MISMATCH: 409,
  LAST_ADMIN: 409,
  WEBHOOK_DISABLED: 409,
  ADDRESS_NOT_PROVED: 409,
  IN_STOCK: 409,
  NUMBERS_UNKNOWN: 409,
  BODY_TOO_LARGE: 413,
  URI_TOO_LONG: 414,
  UNSUPPORTED_MEDIA_TYPE: 415,
  MISDIRECTED_REQUEST: 421,
  BELOW_MINIMUM: 422,
  NOT_A_MULTIPLE: 422,
  NO_DELIVERY: 422,
  BASKET_FULL: 422,
  TOO_MANY_ADDRESSES: 422,
  LIST_FULL: 422,
  TOO_MANY_LISTS: 422,
  ORDER_TOO_LARGE: 422,
  TOO_MANY_ROWS: 422,
  TOO_MANY_KEYS: 422,
  TOO_MANY_WEBHOOKS: 422,
  AMOUNT_TOO_SMALL: 422,
  NOT_BOUGHT: 422,
  REFUND_TOO_LARGE: 422,
  IDEMPOTENCY_MISMATCH: 422,
  RATE_LIMITED: 429,
  TOO_MANY_OPEN_ORDERS: 429,
  INTERNAL_ERROR: 500,
  SERVICE_UNAVAILABLE: 503,
  PAYMENT_UNAVAILABLE: 503,
} as const satisfies Record<string, number>;

export type ErrorCode = keyof typeof ERROR_STATUS;

/**
 * One complaint about one field of the input; `path` is the field's name, with dots for nesting. Where each of many
 * lines may be refused for a reason of its own, an issue carries that reason's code and facts.
 */
export interface Issue {
  path: string;
  message: string;
  code?: ErrorCode;
  [fact: string]: unknown;
}

/** The body of every answer that is not a success; some codes add facts of their own, such as `availableQuantity`. */
export interface ErrorBody {
  code: ErrorCode;
  message: string;
  requestId: string;
  issues?: Issue[];
  [fact: string]: unknown;
}
