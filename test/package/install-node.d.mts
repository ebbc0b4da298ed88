export const NEWEST_LTS: string;
export function installNode(version: string, folder: string): string;
