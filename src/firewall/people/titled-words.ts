/** Behind a title another one may stand, or what somebody is; without a name behind them these are nobody's. */
export const ROLES: ReadonlySet<string> = new Set(
  (
    'dr prof professor professorin doktor doktorin doctor doctora docteur dipl ing dipl-ing med jur phil mag rer nat dent h.c ' +
    'president speaker chairman chairwoman chairperson secretary senator minister ambassador governor ' +
    'präsident präsidentin bundespräsident kanzler kanzlerin bundeskanzler bundeskanzlerin ministerin bundesminister ' +
    'bundesministerin direktor direktorin vorsitzender vorsitzende abgeordneter abgeordnete bürgermeister bürgermeisterin ' +
    'pfarrer pfarrerin kollege kollegin rechtsanwalt rechtsanwältin ' +
    'président présidente ministre directeur directrice presidente presidenta ministro ministra'
  ).split(' '),
);
/** Other titles, and words of forms. */
export const TITLES: ReadonlySet<string> = new Set(
  (
    'mr mrs ms miss mx dr prof sir madam madame monsieur mme herr herrn frau sr sra name vorname nachname first last surname ' +
    'title anrede'
  ).split(' '),
);
/** Nobody's name alone: the same, words of forms and of trades, products, and figures of books that have a title. */
export const NOBODY: ReadonlySet<string> = new Set(
  (
    `${[...ROLES, ...TITLES].join(' ')} other divers firma familie keine full ` +
    'robot clean muscle proper coffee potato peanut magoo right wrong big universe olympia world america beast pac-man pacman marvel doubtfire ' +
    'dalloway bovary butterfly tussaud tussauds holle gott jesus christus ober wirt mutter vater lehrer lehrerin ' +
    'word excel office access paint teams outlook powerpoint project sql dos windows edge azure visual ' +
    'engineer developer software manager director analyst consultant architect designer product program data scientist vice ' +
    'marketing sales account staff principal associate specialist administrator executive technical it hr qa devops emeritus'
  ).split(' '),
);
/** The same behind the title of a doctor. */
export const NO_DOCTOR: ReadonlySet<string> = new Set(
  'pepper martens oetker who no strange strangelove doom evil house seuss scholl dre robotnik oz phil'.split(' '),
);
