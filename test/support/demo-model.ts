import { type DemoScript, demoScriptSchema } from '../../src/server/demo-model/script.js';
import { serveDemoModel } from '../../src/server/demo-model/serve-demo-model.js';
import { atEndOfFile } from './at-end-of-file.js';

/** A demo model in this process; it ends with the tests of the file. */
export interface DemoModel {
  /** Where it listens, without a path. */
  readonly origin: string;
  readonly stop: () => Promise<void>;
}

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
      end.abort();
      await serving;
    },
  };
  atEndOfFile(model.stop);
  return model;
}
