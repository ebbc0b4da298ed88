import { afterAll } from 'vitest';
import { type DemoScript, demoScriptSchema } from '../../src/server/demo-model/script.js';
import { serveDemoModel } from '../../src/server/demo-model/serve-demo-model.js';

/** A demo model in this process; it ends with the tests of the file. */
export interface DemoModel {
  /** Where it listens, without a path. */
  readonly origin: string;
  readonly stop: () => Promise<void>;
}

const open = new Set<DemoModel>();

afterAll(async () => {
  await Promise.all([...open].map(({ stop }) => stop()));
});

export async function startDemoModel(turns?: DemoScript['turns'], delayMs = 0): Promise<DemoModel> {
  const end = new AbortController();
  let serving: Promise<void> = Promise.resolve();
  const port = await new Promise<number>((resolve, reject) => {
    serving = serveDemoModel({
      port: 0,
      script: turns === undefined ? undefined : demoScriptSchema.parse({ turns }),
      delayMs,
      signal: end.signal,
      onListening: resolve,
    });
    serving.catch(reject);
  });
  const model: DemoModel = {
    origin: `http://127.0.0.1:${port}`,
    async stop() {
      open.delete(model);
      end.abort();
      await serving;
    },
  };
  open.add(model);
  return model;
}
