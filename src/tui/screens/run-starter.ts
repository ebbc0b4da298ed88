import type { Capability } from '../../contract/capability.js';
import type { Denial } from '../../contract/grant.js';
import type { InvokeRequest, InvokeRun, Kernel } from '../../contract/kernel.js';
import type { Principal } from '../../contract/principal.js';
import { terminalSafeLine } from '../../contract/terminal-safe.js';
import type { SpanLine } from '../components/span-lines.js';
import type { FormRequest } from '../state/form-request.js';
import { type ShownError, thrownError } from '../state/thrown-error.js';
import { wrapText } from '../text/wrap.js';
import { decisionLines } from './capabilities-lines.js';
import { framePage } from './frame-page.js';
import type { LiveWork } from './live-runs.js';
import type { TextPage } from './pane.js';

export interface RunDefaults {
  readonly maxTokens: number;
  readonly encoding: InvokeRequest['encoding'];
  readonly timeoutMs?: number;
}

interface StarterPorts {
  readonly kernel: Kernel;
  readonly principal: Principal;
  readonly defaults: RunDefaults;
  readonly signal: AbortSignal;
  readonly showRun: (run: InvokeRun, capabilityId: string) => void;
  /** Work that has no view of its own. */
  readonly track: (work: LiveWork) => void;
  readonly openText: (page: TextPage) => void;
  readonly say: (text: string) => void;
  readonly fail: (error: unknown) => void;
}

/** Starts what a form asks for: a grant first, then the run, live or as one frame. */
export function createRunStarter(ports: StarterPorts): (capability: Capability, request: FormRequest) => Promise<void> {
  const { kernel, principal, defaults } = ports;

  return async (capability, { problems: _, ...wanted }) => {
    const { capability_id: capabilityId } = capability;
    const { justification } = wanted;
    const asked = { principal, capabilityId, ...(justification === undefined ? {} : { justification }) };
    const grant = await kernel.grant(asked).catch(async (error: unknown) => {
      const refusal = thrownError(error);
      const decision = await kernel.decide(asked).catch(() => undefined);
      const denials = decision?.allowed === false ? decision.denials : [];
      ports.openText(refusalPage(capabilityId, refusal, denials));
      return undefined;
    });
    if (grant === undefined) {
      return;
    }
    const { encoding, timeoutMs, maxTokens } = defaults;
    const request: InvokeRequest = {
      maxTokens,
      ...(encoding === undefined ? {} : { encoding }),
      ...(timeoutMs === undefined ? {} : { timeoutMs }),
      ...wanted,
      capabilityId,
      principal,
      capabilityToken: grant.capability_token,
      signal: ports.signal,
    };
    if (request.mode === undefined) {
      ports.showRun(kernel.invokeStream(request), capabilityId);
    } else {
      ports.say(`running ${capabilityId}`);
      const stop = new AbortController();
      const ended = kernel.invoke({ ...request, signal: AbortSignal.any([ports.signal, stop.signal]) });
      ports.track({ ended, cancel: () => stop.abort() });
      ports.openText(framePage(await ended, capabilityId));
    }
  };
}

/** Why there is no grant, with everything that would have to be otherwise. */
function refusalPage(capabilityId: string, { code, message, hint }: ShownError, denials: readonly Denial[]): TextPage {
  return {
    title: `no grant for ${capabilityId}`,
    lines: (width, theme) => {
      const [first, ...more] = denials;
      const wrapped = (text: string): readonly string[] => wrapText(terminalSafeLine(text), width);
      return [
        ...wrapped(`${code}: ${message}`).map((text): SpanLine => [{ text, role: 'bad' }]),
        ...(hint === undefined ? [] : wrapped(hint).map((text): SpanLine => [{ text, role: 'faint' }])),
        [],
        ...(first === undefined ? [] : decisionLines({ allowed: false, denials: [first, ...more] }, width, theme)),
      ];
    },
  };
}
