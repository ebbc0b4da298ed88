import { isDiskFull } from '../store-error.js';

/** Room that is kept for the day on which the disk is full: removing something takes room, too. */
export interface DiskReserve {
  /** false when there was nothing to give. */
  readonly lend: () => boolean;
  /** As far as there is room again. */
  readonly takeBack: () => void;
}

/** Work that frees room or tells what could, done again with the reserve where the disk is too full to begin. */
export async function withReserve<Result>(
  reserve: DiskReserve | undefined,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (!isDiskFull(error) || reserve?.lend() !== true) {
      throw error;
    }
  }
  try {
    return await work();
  } finally {
    reserve.takeBack();
  }
}
