export function isBuilt(root: string, stamp: string): boolean;
