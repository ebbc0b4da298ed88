import type { Frame } from '../contract/frame.js';
import { endTexts, isAllShown } from '../contract/frame-account.js';
import type { InvokeResult, InvokeRun } from '../contract/kernel.js';
import type { Principal } from '../contract/principal.js';
import { terminalSafeLine } from '../contract/terminal-safe.js';
import type { OpenPager } from '../tui/screens/live-screen.js';
import { factShape, shapeText } from '../tui/text/fact-shape.js';
import { factText } from '../tui/text/fact-text.js';
import { wrapText } from '../tui/text/wrap.js';
import type { CommandContext, OpenKernel } from './context.js';
import { closingLines } from './output/closing-lines.js';
import { createStyle, PLAIN, type Style } from './output/style.js';
import { whileItRuns } from './print-run.js';
import { withView } from './view.js';

/** What a view says of a run before its first frame. */
export interface RunAbout {
  readonly capabilityId: string;
  readonly principal: Principal;
  readonly sessionId?: string;
}

/** Shows a run live until it ends, and leaves its account behind. Throws only what is no end of a run. */
export async function showRun(
  run: InvokeRun,
  about: RunAbout,
  { context, open }: { readonly context: CommandContext; readonly open: OpenKernel },
): Promise<InvokeResult> {
  const result = await whileItRuns(context, () => (context.settings.screenReader ? follow() : watch()));
  await printAccount(result, context);
  return result;

  function watch(): Promise<InvokeResult> {
    return withView(context, async ({ terminal, tui }) => {
      const { kernel, principal } = open;
      // What a pager still reads or watches would keep the process waiting.
      let closePager = (): void => undefined;
      const openPager: OpenPager = (handleId, { refresh, onClose }) => {
        const pager = tui.createPagerScreen({ terminal, kernel, principal, handleId, refresh, onClose: closed });
        function closed(): void {
          closePager();
          onClose();
        }
        closePager = pager.close;
        return pager;
      };
      const { result: ended, closedBy } = await tui
        .runLive({
          terminal,
          run,
          about: { capabilityId: about.capabilityId, principalId: about.principal.principal_id },
          openPager,
          signal: context.interrupt,
          onLeave: (handleId) => context.stderr.write(leavingLine(handleId)),
        })
        .finally(() => closePager());
      if (closedBy === 'itself') {
        terminal.closeDeaf();
      }
      return ended;
    });
  }

  async function follow(): Promise<InvokeResult> {
    const { runLinear } = await import('../tui/live-linear.js');
    return runLinear({
      run,
      about: { capabilityId: about.capabilityId, principalId: about.principal.principal_id },
      write: context.stdout.write,
    });
  }
}

function leavingLine(handleId: string | undefined): string {
  const where = handleId === undefined ? 'it stores nothing' : `its result goes on into ${handleId}`;
  return `the run goes on until it ends: ${where}; Ctrl-C cancels it\n`;
}

/** What stays when the view has gone: outcome, amounts, facts, redactions, budget, handle, the next command. */
async function printAccount({ final_frame: frame }: InvokeResult, context: CommandContext): Promise<void> {
  if (frame === undefined) {
    return;
  }
  const { settings, stdout } = context;
  const style = await createStyle(settings.color);
  const bullet = settings.ascii ? '*' : '•';
  // Of a text that stands there whole they are what the next line says.
  const told = isAllShown(frame) && frame.seen?.rows === undefined ? [] : (frame.facts ?? []);
  const drawn = await drawingOf(context);
  const facts = told.map((fact) => lineOf(bullet, ` ${drawn(fact)}`, style.accent));
  const warnings = (frame.warnings ?? []).map((text) => lineOf('warning:', ` ${terminalSafeLine(text)}`, style.accent));
  const account = closingLines(frame, PLAIN, settings).map((line) => closingLine(line.trimEnd(), frame, style));
  const room = settings.screenReader ? undefined : stdout.columns();
  const text = [...facts, ...warnings, ...account].map((line) => laidOut(line, room)).join('');
  await stdout.write(settings.ascii ? text.replaceAll(' · ', ' - ') : text);
}

/** From so many columns on there is room to draw facts beside their words. */
const WITH_SHAPES = 72;

/** A fact with what can be drawn of it, for who looks at it. */
async function drawingOf({ settings, stdout }: CommandContext): Promise<(fact: string) => string> {
  if (settings.screenReader || (stdout.columns() ?? 0) < WITH_SHAPES) {
    return terminalSafeLine;
  }
  const { createTheme } = await import('../tui/theme.js');
  const { glyphs } = createTheme(settings);
  return (fact) => {
    const { name, text } = factText(fact);
    const shape = name === '' ? undefined : factShape(text);
    return shape === undefined ? terminalSafeLine(fact) : `${name}: ${shapeText(shape, glyphs)}  ${text}`;
  };
}

/** A line of the account: a head that stands out, and the rest. */
interface AccountLine {
  readonly head: string;
  readonly rest: string;
  readonly paint: (text: string) => string;
}

function lineOf(head: string, rest: string, paint: AccountLine['paint']): AccountLine {
  return { head, rest, paint };
}

function closingLine(line: string, frame: Frame, style: Style): AccountLine {
  const [end] = endTexts(frame);
  const head = end !== undefined && line.startsWith(end) ? end : '';
  const isGood = end === 'completed';
  return lineOf(head, line.slice(head.length), isGood ? style.good : style.bad);
}

const INDENT = '  ';
const COMMAND = 'next: ';

/** Broken at blanks where the terminal would break within words; a command stays one line, to be copied whole. */
function laidOut({ head, rest, paint }: AccountLine, room: number | undefined): string {
  const line = head + rest;
  const lines =
    room === undefined || line.startsWith(COMMAND) ? [line] : wrapText(line, Math.max(room, 20) - INDENT.length);
  const [first = '', ...others] = lines;
  const painted = head === '' ? first : paint(head) + first.slice(head.length);
  return `${[painted, ...others.map((each) => INDENT + each)].join('\n')}\n`;
}
