/**
 * Does work with references that keep what they refer to. The checker of patterns refers weakly to each of its steps, so
 * collecting garbage would take most of its time; all of them go with the pattern that is checked.
 */
export function withStrongReferences<Result>(work: () => Result): Result {
  const { WeakRef: Weak, FinalizationRegistry: Registry } = globalThis;
  Object.assign(globalThis, { WeakRef: Strong, FinalizationRegistry: NoRegistry });
  try {
    return work();
  } finally {
    Object.assign(globalThis, { WeakRef: Weak, FinalizationRegistry: Registry });
  }
}

class Strong<Target> {
  readonly #target: Target;

  constructor(target: Target) {
    this.#target = target;
  }

  deref(): Target {
    return this.#target;
  }
}

class NoRegistry {
  register(): void {
    // Nothing that it would be told of goes while there is work.
  }
}
