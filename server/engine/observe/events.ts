/** A request that was answered. */
export interface AnswerEvent {
  /** The contract's name of the call, `identity`, or `page`. */
  route: string;
  method: string;
  status: number;
  seconds: number;
}

/** A job beside the requests that ended. */
export interface JobEvent {
  job: string;
  outcome: 'done' | 'failed';
  seconds: number;
}
