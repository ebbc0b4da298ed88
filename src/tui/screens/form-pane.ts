import type { Capability } from '../../contract/capability.js';
import type { PolicyDecision } from '../../contract/grant.js';
import type { Plan } from '../../contract/kernel.js';
import type { SpanLine } from '../components/span-lines.js';
import { createForm, focusedField, isTyping, reduceForm } from '../state/form.js';
import { argumentFields, type FormField, fieldKey } from '../state/form-fields.js';
import {
  type CoerceArguments,
  type FormRequest,
  formRequest,
  problemsOf,
  RUN_FIELDS,
  runFields,
} from '../state/form-request.js';
import { commandOf, type KeyTable } from '../state/key-table.js';
import { createStore } from '../state/store.js';
import { wantsJustification } from '../state/ui-capabilities.js';
import { windowOf } from '../state/window-of.js';
import type { Key } from '../terminal/keys.js';
import { formLines } from './form-lines.js';
import { inBackground, type Pane, type PanePorts, type Room } from './pane.js';
import { planPage } from './plan-page.js';

type Command = 'run' | 'dry' | 'next' | 'previous' | 'back' | 'other';

const KEYS: KeyTable<Command> = [
  { keys: ['enter', 'ctrl+r'], command: 'run', words: 'ask for a grant and run it', short: 'run' },
  { keys: ['ctrl+d'], command: 'dry', words: 'dry run: say what would be done, and do nothing', short: 'dry run' },
  { keys: ['down', 'tab'], command: 'next', words: 'the next field', short: 'next' },
  { keys: ['up', 'backtab'], command: 'previous', words: 'the field before' },
  { keys: ['escape'], command: 'back', words: 'back to the list; what was typed stays', short: 'back' },
];

const TEXT_KEYS: KeyTable<Command> = [
  { keys: ['left', 'right', 'home', 'end'], command: 'other', words: 'move the cursor' },
  { keys: ['ctrl+u', 'ctrl+w'], command: 'other', words: 'remove all, or the word, before the cursor' },
];

const CHOICE_KEYS: KeyTable<Command> = [
  { keys: ['d'], command: 'dry', words: 'dry run' },
  { keys: ['space', 'left', 'right'], command: 'other', words: 'another choice', short: 'choose' },
  { keys: ['backspace'], command: 'other', words: 'not given' },
];

export interface FormPorts extends PanePorts {
  readonly capability: Capability;
  readonly coerceArguments: CoerceArguments;
  /** Model tokens when the form does not say. */
  readonly maxTokens: number;
  readonly sessions: () => readonly string[];
  /** The session that was chosen for runs. */
  readonly sessionId: () => string | undefined;
  readonly run: (capability: Capability, request: FormRequest) => void;
  readonly onBack: () => void;
}

/** The form of one capability, which keeps what was typed for as long as it is kept itself. */
export function createFormPane(ports: FormPorts): Pane {
  const { kernel, principal, capability } = ports;
  const args = argumentFields(capability.params, capability.accepts_handles === true);
  const given = new Map([[fieldKey({ group: 'run', name: RUN_FIELDS.mode }), 'stream']]);
  const store = createStore(reduceForm, createForm([...args, ...fieldsOfRun(false)], given));
  let decision: PolicyDecision | undefined;
  let wantsWhy = capability.safety_class !== 'READ';
  let lastSession: string | undefined;
  let asked = 0;
  let top = 0;
  let isBurst = false;

  store.dispatch({ type: 'fields', fields: [...args, ...fieldsOfRun(wantsWhy)] });
  store.subscribe(ports.refresh);

  function fieldsOfRun(asksWhy: boolean): readonly FormField[] {
    const fields = runFields({
      sessions: ports.sessions(),
      wantsWhy: asksWhy,
      isAdmin: principal.roles.includes('admin'),
    });
    return fields.map((field) =>
      field.name === RUN_FIELDS.budget ? { ...field, standard: String(ports.maxTokens) } : field,
    );
  }

  function request(): FormRequest {
    return formRequest(store.get(), capability.params, ports.coerceArguments);
  }

  function plan({ problems: _, ...wanted }: FormRequest): Promise<Plan> {
    return kernel.plan({
      ...wanted,
      capabilityId: capability.capability_id,
      principal,
      capabilityToken: '',
      maxTokens: wanted.maxTokens ?? ports.maxTokens,
      stream: wanted.mode === undefined,
    });
  }

  /** What the kernel says of the form as it stands; an answer that was overtaken is not looked at. */
  async function check(): Promise<{ readonly wanted: FormRequest; readonly plan: Plan; readonly isGood: boolean }> {
    asked += 1;
    const mine = asked;
    const wanted = request();
    const made = await plan(wanted);
    const problems = problemsOf(args, wanted, made);
    if (mine === asked) {
      decision = made.decision;
      wantsWhy ||= wantsJustification(decision);
      store.dispatch({ type: 'fields', fields: [...args, ...fieldsOfRun(wantsWhy)] });
      store.dispatch({ type: 'checked', problems });
    }
    return { wanted, plan: made, isGood: problems.byField.size + problems.other.length === 0 };
  }

  function recheck(): void {
    inBackground(ports, async () => {
      await check();
    });
  }

  function dryRun(): void {
    inBackground(ports, async () => {
      const { plan: made } = await check();
      store.dispatch({ type: 'attempt' });
      ports.openText(planPage(made));
    });
  }

  function run(): void {
    inBackground(ports, async () => {
      const { wanted, isGood } = await check();
      store.dispatch({ type: 'attempt' });
      if (!isGood) {
        ports.say('not yet: something in the form is missing or wrong');
      } else if (capability.safety_class === 'DESTRUCTIVE') {
        ports.ask({
          text: `${capability.capability_id} can destroy something. Run it?`,
          choices: [{ key: 'y', words: 'run', act: () => ports.run(capability, wanted) }],
        });
      } else {
        ports.run(capability, wanted);
      }
    });
  }

  const commands = {
    run,
    dry: dryRun,
    next: () => store.dispatch({ type: 'focus', by: 1 }),
    previous: () => store.dispatch({ type: 'focus', by: -1 }),
    back: ports.onBack,
  };

  function keys(): KeyTable<Command> {
    const [run, ...rest] = KEYS;
    const own = isTyping(store.get()) ? TEXT_KEYS : CHOICE_KEYS;
    return run === undefined ? own : [run, ...own, ...rest];
  }

  function onKey(pressed: Key): boolean {
    const key = unlessPasted(pressed);
    const command = commandOf(keys(), key.name);
    if (command !== undefined && command !== 'other') {
      commands[command]();
      return true;
    }
    const before = store.get();
    store.dispatch({ type: 'edit', key });
    if (store.get() === before) {
      return command === 'other' || (key.text !== undefined && isTyping(before));
    }
    recheck();
    return true;
  }

  /** A line break in the middle of a paste is no wish to run something. */
  function unlessPasted(key: Key): Key {
    if (key.text !== undefined && !isBurst) {
      isBurst = true;
      setImmediate(() => {
        isBurst = false;
      });
    }
    return key.name === 'enter' && isBurst && focusedField(store.get())?.kind !== 'choice'
      ? { name: 'space', text: ' ' }
      : key;
  }

  function lines({ columns, rows, theme }: Room): readonly SpanLine[] {
    const { lines: all, focus } = formLines({ capability, form: store.get(), decision }, columns, theme);
    const [first, end] = focus;
    const below = windowOf(Math.max(0, end - 1), all.length, rows, top);
    top = first < 4 && end <= rows ? 0 : Math.min(below, first);
    return all.slice(top, top + rows);
  }

  function onShow(): void {
    const sessionId = ports.sessionId();
    store.dispatch({ type: 'fields', fields: [...args, ...fieldsOfRun(wantsWhy)] });
    if (sessionId !== lastSession) {
      lastSession = sessionId;
      store.dispatch({
        type: 'choose',
        key: fieldKey({ group: 'run', name: RUN_FIELDS.session }),
        value: sessionId,
      });
    }
    recheck();
  }

  return { lines, onKey, keys, isTyping: () => isTyping(store.get()), onShow };
}
