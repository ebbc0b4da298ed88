/** One conversation and its allowance, as stored. Amounts are model tokens. */
export interface SessionRecord {
  readonly session_id: string;
  readonly principal_id: string;
  readonly created_at: string;
  readonly total: number;
  readonly used: number;
  readonly reserved: number;
}

export interface Reservation {
  readonly session_id: string;
  readonly reservation_id: string;
  /** What was granted: at most what was asked for, at most what was left. */
  readonly amount: number;
  /** remaining / total before this reservation, with the reservations of others taken off. */
  readonly remaining_fraction: number;
}
