import type { SafetyClass } from './capability.js';
import type { ApprovedBy } from './trace.js';

/** A call that a model wants, of a capability that changes something. */
export interface ApprovalRequest {
  /** The run's own; in somebody else's loop the one that its model gave, redacted. */
  readonly tool_call_id: string;
  /** Absent in somebody else's loop, which has no nodes. */
  readonly node_id?: string;
  readonly capability_id: string;
  readonly safety_class: SafetyClass;
  /** Redacted. */
  readonly input: unknown;
}

/** Who said so: a person who was asked, somebody beforehand, or a program. */
export interface ApprovalDecision {
  readonly approved: boolean;
  readonly by: ApprovedBy;
}

/** Says whether it may be done. The signal is aborted when the run ends and no answer is wanted any more. */
export type ApproveCall = (
  request: ApprovalRequest,
  options: { readonly signal: AbortSignal },
) => boolean | ApprovalDecision | Promise<boolean | ApprovalDecision>;
