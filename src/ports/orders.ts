import type { Order } from '../domain/order.ts'

/** Where an order was given. */
export interface OrderPlace {
  readonly session: string
  readonly project: string
}

/** Orders that somebody gave Hindcast from within the client. */
export interface Orders {
  /** What is said to an order, and whether it can be carried out as it stands; nothing is changed. */
  answer(order: Order, place: OrderPlace): Promise<{ readonly text: string; readonly can: boolean }>
  carryOut(order: Order, place: OrderPlace): Promise<void>
}
