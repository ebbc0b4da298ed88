export type { Config } from './config/config.js';
export type * from './contract/actor.js';
export type * from './contract/agent.js';
export type * from './contract/approval.js';
export type * from './contract/budget.js';
export type * from './contract/capability.js';
export type * from './contract/chunk.js';
export type * from './contract/clock.js';
export type * from './contract/driver.js';
export { ERRORS, type ErrorCode, isKernelError, KernelError } from './contract/errors.js';
export type * from './contract/frame.js';
export type * from './contract/grant.js';
export type * from './contract/handle.js';
export type * from './contract/kernel.js';
export type * from './contract/model.js';
export type * from './contract/model-call.js';
export type * from './contract/observer.js';
export type * from './contract/principal.js';
export type * from './contract/redaction.js';
export type * from './contract/row.js';
export type * from './contract/runner.js';
export type * from './contract/session.js';
export type * from './contract/stream-run.js';
export type * from './contract/tool-adapters.js';
export type * from './contract/trace.js';
export type * from './library/text-redactor.js';
export {
  type ClosableModelClient,
  createExecutor,
  createKernel,
  createModelClient,
  createRedactor,
  createSupervisor,
  type ExecutorOptions,
  type KernelOptions,
  lineOf,
  newToolCall,
  type SupervisorOptions,
  toAiSdkTools,
  toOpenAiTools,
} from './library.js';
