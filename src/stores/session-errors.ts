import { KernelError } from '../contract/errors.js';

export function sessionNotFound(): KernelError {
  return new KernelError('SESSION_NOT_FOUND', 'there is no such session', {
    hint: 'akernel session list shows the sessions of this principal',
  });
}

export function claimLost(): KernelError {
  return new KernelError('STORE_FAILED', 'another run writes the conversation of this session by now', {
    hint: 'nothing of this step was kept; run it again',
  });
}

export function sessionDamaged(): KernelError {
  return new KernelError('STORE_FAILED', 'what is kept of a session was changed, or a part of it is missing', {
    hint: 'restore the state directory from a backup, or remove the session with akernel session rm',
  });
}

export function sessionTooDeep(deepest: number): KernelError {
  return new KernelError('LIMIT_REACHED', `a session may have at most ${deepest} parents above it`, {
    hint: 'give a parent that is nearer to the root',
  });
}
