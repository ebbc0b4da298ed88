import type { ActorState } from '../contract/actor.js';
import type { FinishReason } from '../contract/model.js';

/** One coming to a node. */
export interface Visit {
  /** With the ids of the graph nodes it is in: `outer/inner`. */
  readonly nodeId: string;
  readonly state: ActorState;
  /** Whether its text is shown as it comes: decided before it starts. */
  readonly isShown: boolean;
}

export interface NodeOutput {
  readonly text: string;
  readonly finishReason: FinishReason;
  /** Its text was shown as it came. */
  readonly isShown: boolean;
}
