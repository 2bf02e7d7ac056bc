import { z } from 'zod';
import { DeletedCount, ModifiedCount } from '../counts.ts';
import { OrderEvent } from './order-events.ts';
import { NewOrder, Order, OrderClosing, OrderDetails, OrderOfKeyQuery, OrderQuery } from './orders.ts';
import { defineRoutes } from '../route.ts';
import { StaffOrder, StaffOrderQuery } from './staff-orders.ts';

/** Orders from their placing to their end. */
export const orderRoutes = defineRoutes({
  addOrder: {
    call: 'POST /order',
    access: 'signed-in',
    scopes: ['orders.place', 'buyer.orders'],
    agentTool: 'place_order',
    summary:
      'Place an order of up to 1,000 lines, all or nothing; the stock is held until the order is paid, deleted or expired',
    body: NewOrder,
    answer: Order,
    status: 201,
    errors: [
      'TOOL_NOT_FOUND',
      'AMBIGUOUS_TOOL',
      'PRICE_MISMATCH',
      'USER_MISMATCH',
      'FORBIDDEN',
      'USER_NOT_FOUND',
      'UNKNOWN_UNIT',
      'BELOW_MINIMUM',
      'NOT_A_MULTIPLE',
      'OUT_OF_STOCK',
      'ORDER_TOO_SMALL',
      'NO_DELIVERY',
      'ORDER_TOO_LARGE',
      'TOO_MANY_OPEN_ORDERS',
      'RATE_LIMITED',
      'COMPANY_NOT_FOUND',
      'COMPANY_NOT_ACTIVE',
      'COMPANY_ON_HOLD',
      'PURCHASE_ORDER_REQUIRED',
      'NO_APPROVER',
      'NO_TERMS',
      'CREDIT_LIMIT',
      'ACCOUNT_OVERDUE',
      'NUMBERS_UNKNOWN',
    ],
    key: 'own',
  },
  listOrders: {
    call: 'GET /order',
    access: 'signed-in',
    scopes: ['orders.place', 'buyer.orders'],
    agentTool: 'list_orders',
    summary: "The caller's own orders, newest first; with companyId, those of a company that the caller may see",
    query: OrderQuery,
    answer: z.array(Order),
    errors: ['FORBIDDEN', 'COMPANY_NOT_FOUND'],
    list: true,
  },
  getOrderOfKey: {
    call: 'GET /order-of-key',
    access: 'signed-in',
    scopes: ['orders.place', 'buyer.orders'],
    summary:
      'The order that was placed with an Idempotency-Key, for a client that got no answer; with customer, for staff',
    query: OrderOfKeyQuery,
    answer: Order,
    errors: ['ORDER_NOT_FOUND', 'FORBIDDEN', 'USER_NOT_FOUND'],
  },
  getOrder: {
    call: 'GET /order/:id',
    access: 'signed-in',
    scopes: ['orders.place', 'orders.read', 'buyer.orders'],
    agentTool: 'get_order',
    summary: 'One order',
    answer: Order,
    errors: ['ORDER_NOT_FOUND'],
  },
  deleteOrder: {
    call: 'DELETE /order/:id',
    access: 'signed-in',
    scopes: ['orders.place'],
    summary: 'Delete an unpaid order and return its stock',
    answer: DeletedCount,
    errors: ['ORDER_NOT_FOUND', 'ORDER_PAID', 'ORDER_OPEN'],
  },
  listOrderEvents: {
    call: 'GET /order/:id/event',
    access: 'signed-in',
    scopes: ['orders.place', 'orders.read', 'buyer.orders'],
    summary:
      "The history of an order, oldest first; staff see any order's, and who shipped, refunded and recorded payments",
    answer: z.array(OrderEvent),
    errors: ['ORDER_NOT_FOUND'],
  },
  changeOrderDetails: {
    call: 'PUT /order/:id/details',
    access: 'signed-in',
    scopes: ['orders.place', 'orders.change'],
    summary:
      'Change name, address, phone, company, purchase order number or note: the owner until it is paid, staff until it is shipped; once approved, only approvers can change more than the phone',
    body: OrderDetails,
    answer: ModifiedCount,
    errors: ['ORDER_NOT_FOUND', 'FORBIDDEN', 'ORDER_PAID', 'ORDER_SHIPPED', 'PURCHASE_ORDER_REQUIRED'],
  },
  closeOrder: {
    call: 'POST /order/:id/close',
    access: 'signed-in',
    scopes: ['orders.place', 'orders.change'],
    summary:
      'Close what has not been shipped of a paid or owed order: its stock is free, and its price is credited or refunded; staff, or who may change an owed order of which nothing was shipped',
    body: OrderClosing,
    answer: Order,
    errors: ['ORDER_NOT_FOUND', 'APPROVAL_NEEDED', 'ORDER_NOT_PAID', 'ORDER_OVER', 'FORBIDDEN', 'NUMBERS_UNKNOWN'],
  },
  cancelOrder: {
    call: 'POST /order/:id/cancel',
    access: 'staff:orders.change',
    summary: "Cancel anybody's unpaid order and release its stock",
    answer: ModifiedCount,
    errors: ['ORDER_NOT_FOUND', 'ORDER_PAID', 'ORDER_OPEN'],
  },
  listAllOrders: {
    call: 'GET /orders',
    access: 'staff:orders.read',
    summary: 'All orders with their state, newest first',
    query: StaffOrderQuery,
    answer: z.array(StaffOrder),
    list: true,
  },
});
