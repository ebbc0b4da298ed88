import { nearestName } from '../../contract/did-you-mean.js';
import { KernelError } from '../../contract/errors.js';
import type { DetectorInfo, RedactionSettings } from '../../contract/redaction.js';
import { createDisguisedNumber } from '../decoded/disguised-number.js';
import { createEncodedSecret } from '../decoded/encoded-secret.js';
import { createHiddenCharacters } from '../decoded/hidden-characters.js';
import { ALL_DETECTORS, DETECTORS } from '../find/detectors.js';
import type { RedactionOptions } from '../find/redactor.js';
import { fieldRule } from '../judge/field-names.js';
import type { Detector } from '../lex/detector.js';
import { createOwnDetector } from '../own-detectors/own-detector.js';
import { createSensitiveFields, type SensitiveFields } from '../own-detectors/sensitive-fields.js';
import { createAllowList } from './allow-list.js';
import { chosenOf, detectorNames, isOn, isSwitchable, READERS_OF_NAMES, refusedTypes } from './detector-switches.js';
import { optInRule } from './field-opt-in.js';
import { refuseMeaningless } from './refuse-meaningless.js';

/** What the redactor is to do under these settings. Without any it is the default, as one and the same list. */
export function chooseRedaction(settings: RedactionSettings, known?: Detector): RedactionOptions {
  refuseMeaningless(settings);
  return chooseStrictest([settings], known);
}

/**
 * The same under several settings at once: what any of them hides is hidden, and seen is what all let be seen. `known`
 * is asked before all others, and no setting switches it off.
 */
export function chooseStrictest(all: readonly RedactionSettings[], known?: Detector): RedactionOptions {
  if (known === undefined && all.every((settings) => Object.keys(settings).length === 0)) {
    return {};
  }
  all.forEach(refuseUnknown);
  const described = distinct(all.flatMap(({ own_detectors = [] }) => own_detectors)).map(createOwnDetector);
  const own = known === undefined ? described : [known, ...described];
  const fields = createSensitiveFields([...new Set(all.flatMap(({ sensitive_fields = [] }) => sensitive_fields))]);
  const isAllowed = allowedByAll(all);
  const refused = refusedByAll(all);
  const chosen = ALL_DETECTORS.flatMap((detector) => chosenOf(detector, all));
  const isDefault =
    chosen.length === DETECTORS.length &&
    chosen.every((detector, index) => detector === DETECTORS[index]) &&
    own.length === 0 &&
    fields === undefined;
  const isUsual = isDefault && refused.size === 0 && isAllowed === undefined;
  return {
    ...(isUsual ? {} : { detectors: withInnerScans(inOrder(chosen, own, { fields, refused }), isAllowed) }),
    ...(isAllowed === undefined ? {} : { isAllowed }),
    ...fieldRules(fields, refused, optInTypes(chosen)),
  };
}

/** Every detector there is under these settings and finds something, with those of one's own last. */
export function describeDetectors(settings: RedactionSettings): readonly DetectorInfo[] {
  const builtIn = ALL_DETECTORS.filter(isSwitchable).map((detector): DetectorInfo => {
    const { name, group, pack, validates, source } = detector;
    return { name, group, ...(pack === undefined ? {} : { pack }), on: isOn(detector, settings), validates, source };
  });
  const own = (settings.own_detectors ?? []).map(createOwnDetector);
  const fields = createSensitiveFields(settings.sensitive_fields ?? []);
  const added = [...own, ...(fields === undefined ? [] : [fields.detector])];
  return [
    ...builtIn,
    ...added.map(({ name, validates, source }): DetectorInfo => ({ name, group: 'own', on: true, validates, source })),
  ];
}

/** Settings from another time, without the names that mean nothing any more. */
export function withKnownDetectors(settings: RedactionSettings): RedactionSettings {
  if (settings.detectors === undefined) {
    return settings;
  }
  const names = new Set(detectorNames());
  const entries = Object.entries(settings.detectors).filter(([name]) => names.has(name));
  return { ...settings, detectors: Object.fromEntries(entries) };
}

function distinct<T>(all: readonly T[]): readonly T[] {
  return [...new Map(all.map((each) => [JSON.stringify(each), each])).values()];
}

function allowedByAll(all: readonly RedactionSettings[]): ((text: string) => boolean) | undefined {
  const lists = all.map(({ allow = {} }) => createAllowList(allow));
  return lists.includes(undefined) ? undefined : (text) => lists.every((isAllowed) => isAllowed?.(text));
}

function refusedByAll(all: readonly RedactionSettings[]): ReadonlySet<string> {
  const [first = new Set<string>(), ...others] = all.map(refusedTypes);
  return new Set([...first].filter((type) => others.every((refused) => refused.has(type))));
}

/** A switch that does nothing would be believed to do something. A config was checked before; a program's settings were not. */
function refuseUnknown({ detectors }: RedactionSettings): void {
  if (detectors === undefined) {
    return;
  }
  const names = detectorNames();
  const unknown = Object.keys(detectors).find((name) => !names.includes(name));
  if (unknown !== undefined) {
    const near = nearestName(unknown, names);
    throw new KernelError('CONFIG_INVALID', `redaction.detectors: there is no detector ${JSON.stringify(unknown)}`, {
      hint: near === undefined ? 'akernel detectors list shows them' : `did you mean ${near}?`,
    });
  }
}

interface Extras {
  readonly fields: SensitiveFields | undefined;
  readonly refused: ReadonlySet<string>;
}

/**
 * What somebody describes on purpose is asked first; only the guard of the placeholders comes before it. Of fields the
 * name that is known has the better type.
 */
function inOrder(chosen: readonly Detector[], own: readonly Detector[], extras: Extras): readonly Detector[] {
  const guards = chosen.filter(({ group }) => group === 'control');
  const others = chosen.filter(({ group }) => group !== 'control');
  return [
    ...guards,
    ...own,
    ...others.map((each) => (READERS_OF_NAMES.has(each.name) ? withoutTypes(each, extras.refused) : each)),
    ...(extras.fields === undefined ? [] : [extras.fields.detector]),
  ];
}

/** What is found in decoded text is what these detectors find, and what may be seen may be seen there too. */
function withInnerScans(
  detectors: readonly Detector[],
  isAllowed: ((text: string) => boolean) | undefined,
): readonly Detector[] {
  const inner = [createEncodedSecret, createHiddenCharacters, createDisguisedNumber].map((create) =>
    create(() => detectors, isAllowed),
  );
  return detectors.map((detector) => inner.find(({ name }) => name === detector.name) ?? detector);
}

function withoutTypes(detector: Detector, refused: ReadonlySet<string>): Detector {
  if (refused.size === 0) {
    return detector;
  }
  return {
    ...detector,
    match: (window, start, end, isNamed) => {
      const verdict = detector.match(window, start, end, isNamed);
      return verdict !== undefined && 'type' in verdict && refused.has(verdict.type) ? undefined : verdict;
    },
  };
}

/** The types of what is off unless it is asked for, and is asked for. */
function optInTypes(chosen: readonly Detector[]): ReadonlySet<string> {
  const names = chosen.filter(({ isOptIn }) => isOptIn === true).map(({ name }) => name);
  return new Set(names.map((name) => name.replaceAll('-', '_')));
}

function fieldRules(
  fields: SensitiveFields | undefined,
  refused: ReadonlySet<string>,
  optIn: ReadonlySet<string>,
): Pick<RedactionOptions, 'fieldRule'> {
  if (fields === undefined && refused.size === 0 && optIn.size === 0) {
    return {};
  }
  return {
    fieldRule: (name) => {
      const known = fieldRule(name) ?? optInRule(name, optIn);
      const rule = known !== undefined && refused.has(known.type) ? undefined : known;
      return rule?.value === 'any' ? rule : (fields?.rule(name) ?? rule);
    },
  };
}
