/** How many steps there are of each length, in parts of a power of two: a length is known to one part in sixteen. */
export type StepSizes = Float64Array;

const PART_BITS = 4;
const PARTS = 1 << PART_BITS;
const HALF = 2 ** 31;
/** Longer steps than 2^62 milliseconds there are none. */
const POWERS = 62;

export function createStepSizes(): StepSizes {
  return new Float64Array(POWERS * PARTS);
}

/** Counts a whole number. */
export function addStep(sizes: StepSizes, size: number): void {
  const index = size < HALF ? indexOf(size) : indexOf(Math.floor(size / HALF)) + 31 * PARTS;
  sizes[index] = (sizes[index] ?? 0) + 1;
}

function indexOf(size: number): number {
  const power = 31 - Math.clz32(size);
  return power <= PART_BITS ? size : (power - PART_BITS + 1) * PARTS + ((size >>> (power - PART_BITS)) - PARTS);
}

/** The step at a part of all of them, such as 0.5 for the median; `equal` of them have no length. */
export function stepAt(sizes: StepSizes, part: number, equal: number): number {
  let left = Math.floor(part * (sizes.reduce((sum, count) => sum + count, equal) - 1)) - equal;
  if (left < 0) {
    return 0;
  }
  const index = sizes.findIndex((count) => {
    left -= count;
    return left < 0;
  });
  return index >= 31 * PARTS ? sizeAt(index - 31 * PARTS) * HALF : sizeAt(index);
}

/** The middle of what is counted there. */
function sizeAt(index: number): number {
  const power = Math.floor(index / PARTS) - 1;
  return power < 0 ? index : Math.floor((PARTS + (index % PARTS) + 0.5) * 2 ** power);
}
