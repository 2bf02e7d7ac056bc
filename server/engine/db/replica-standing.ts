/** How a replica stands: it is read, waits for what was written, or does not answer and is left alone. */
export type ReplicaStanding = 'even' | 'behind' | 'away';
