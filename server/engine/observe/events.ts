/** A request that was answered. */
export interface Answered {
  /** The contract's name of the call, `identity`, or `page`. */
  route: string;
  method: string;
  status: number;
  seconds: number;
}

/** A job beside the requests that ended. */
export interface JobEnded {
  job: string;
  outcome: 'done' | 'failed';
  seconds: number;
}
