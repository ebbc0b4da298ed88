export function importModule(url: string): Promise<Readonly<Record<string, unknown>>>;
