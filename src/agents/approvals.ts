import type { ApprovalDecision, ApprovalRequest } from '../contract/approval.js';
import type { SafetyClass } from '../contract/capability.js';
import { KernelError } from '../contract/errors.js';
import { APPROVED_BY, type ApprovedBy } from '../contract/trace.js';
import type { Ending } from './ending.js';
import type { Run } from './run.js';

/** Whose call it is, and what ends the asking. */
export interface Asking extends Pick<Run, 'kernel' | 'principal' | 'sessionId' | 'justification' | 'approve'> {
  readonly ending: Pick<Ending, 'signal' | 'check' | 'bounded' | 'patient'>;
}

/**
 * Lets a model's call pass that only reads, or that was approved; gives who approved it. Throws POLICY_DENIED otherwise, and
 * leaves the trace of that. What the policy would refuse anyway nobody is asked about: the grant says why.
 */
export async function approvedBy(
  run: Asking,
  request: Omit<ApprovalRequest, 'safety_class'>,
): Promise<ApprovedBy | undefined> {
  const { kernel, principal, justification, ending } = run;
  const { capability_id: capabilityId } = request;
  const { safety_class: safetyClass } = await ending.bounded(kernel.capabilities.get(capabilityId));
  if (safetyClass === 'READ') {
    return undefined;
  }
  const why = justification === undefined ? {} : { justification };
  if (!(await ending.bounded(kernel.decide({ principal, capabilityId, ...why }))).allowed) {
    return undefined;
  }
  const { approved, by, failure } = await decisionOn(run, { ...request, safety_class: safetyClass });
  if (approved) {
    return by;
  }
  const error = failure ?? refusal(capabilityId, safetyClass, run.approve === undefined ? undefined : by);
  const { sessionId } = run;
  const session = sessionId === undefined ? {} : { sessionId };
  await kernel.recordRefusal({ event: 'invoke', principal, capabilityId, error, approvedBy: by, ...session });
  throw error;
}

interface Decision extends ApprovalDecision {
  /** Why there was no answer that could be understood. */
  readonly failure?: KernelError;
}

/** What was not answered in time is no yes, and neither is what is no answer. */
async function decisionOn({ approve, ending }: Asking, request: ApprovalRequest): Promise<Decision> {
  if (approve === undefined) {
    return { approved: false, by: 'program' };
  }
  try {
    const said: unknown = await ending.patient(Promise.resolve(approve(request, { signal: ending.signal })));
    return decisionFrom(said) ?? noDecision('gave neither true or false nor a decision');
  } catch (cause) {
    ending.check();
    return noDecision('failed', cause);
  }
}

function decisionFrom(said: unknown): ApprovalDecision | undefined {
  if (typeof said === 'boolean') {
    return { approved: said, by: 'program' };
  }
  const { approved, by }: { approved?: unknown; by?: unknown } = typeof said === 'object' && said !== null ? said : {};
  const known = APPROVED_BY.find((one) => one === by);
  return typeof approved === 'boolean' && known !== undefined ? { approved, by: known } : undefined;
}

function noDecision(what: string, cause?: unknown): Decision {
  const failure = new KernelError('CONFIG_INVALID', `the function that approves calls ${what}`, {
    hint: "let it give true, false, or { approved, by: 'person' }",
    cause,
  });
  return { approved: false, by: 'program', failure };
}

function refusal(capabilityId: string, safetyClass: SafetyClass, by: ApprovedBy | undefined): KernelError {
  const who = by === undefined ? 'nobody could be asked' : by === 'person' ? 'the person said no' : 'it was refused';
  return new KernelError('POLICY_DENIED', `${capabilityId} is ${safetyClass} and was not approved: ${who}`, {
    hint: `approve it beforehand with --approve ${capabilityId}, or let a person answer`,
    details: { reason: 'not_approved' },
  });
}
