/**
 * How base64 begins when the text in it begins with a JSON object or list, armour, a URL, a name that is often
 * sensitive or the prefix of a key, or the word for a card or a social security number. Letters, digits and case are checked when the text is decoded.
 */
export const OPENINGS: readonly string[] = [
  ...'eyj eyai ewog ew0k w3si wyj ls0tls1crudjt'.split(' '),
  ...'c2st c2tf cmtf z2hwx z2hvx z2hzx z2hyx z2l0ahvix3bhdf z2xwyxqt qutjq qvnjq eg94 qul6y bnbtx cHlwaS'.split(' '),
  ...'ahr0c cg9zdgdyzx bxlzcww6 bw9uz29ky cmvkaxm6 yw1xc'.split(' '),
  ...'cgfzc uefTU yxbpx2tle qvbjx0tfw yxbps2v5 c2vjcmv0 qmvhcmvy qvdtx yxdzx refuqujbu0vf rejf'.split(' '),
  ...'y2fyzc q2fyzc u1noi u1noo c3nui c3nuo'.split(' '),
  ...'dxnlcj zxhwb3j0i dg9rzw y2xpzw50x3nly3jld dxnlcm5hbw'.split(' '),
].map((opening) => opening.toLowerCase());

/** Of keys and sensitive names, which can stand anywhere in a text. */
const WORDS = ['ghp_', 'github_pat_', 'glpat-', 'sk-ant-', 'sk-proj-', 'sk_live_', 'xoxb-', 'AKIA', 'AIza', 'password'];
const DOMAINS = '.com .org .net .edu .gov .info .dev .app .example .xyz .biz .online .cloud'.split(' ');
/** With two letters these are recognised at the end of the text only. */
const COUNTRIES =
  '.io .ai .co .eu .us .de .uk .fr .ca .au .in .jp .cn .br .ru .it .es .nl .ch .se .pl .at .be .no .dk .fi .kr .mx .me .tv .cz .pt .ie .nz';
const FEWEST = 4;
/** Capitals of three characters begin many words of base64. */
const SHORTEST = 3;
const SHORT = /^(?:[a-z0-9]{3}|..[._-])$/;
/** So many follow from the first four characters. */
const LONGEST = 5;
const SECOND_DIGITS = [...'AEIMQUYcgk'];
const THIRD_DIGITS = [...'wxyz012345'];
/** The hyphens of a social security number, and the digits between them. */
export const HYPHEN_PARTS: readonly string[] = SECOND_DIGITS.flatMap((second) =>
  THIRD_DIGITS.map((third) => `LT${second}${third}LT`),
);

/** How the middle of base64 looks that holds an e-mail address or a key, and the end of a text of one or two bytes over. */
export const PARTS: readonly string[] = [
  '==',
  ...[...WORDS, ...DOMAINS].flatMap((text) => [0, 1, 2].map((offset) => whole(text, offset))),
  ...COUNTRIES.split(' ').flatMap((text) => [0, 1, 2].map((offset) => last(text, offset))),
].filter((part, index) => part.length >= FEWEST || index === 0);

/** How base64 begins when the text in it begins with one of these. */
export function openingsOf(prefixes: readonly string[]): readonly string[] {
  return [...new Set(prefixes.map((prefix) => prefix.slice(0, SHORTEST + 1)))]
    .filter((begun) => begun.length > SHORTEST || SHORT.test(begun))
    .map((begun) =>
      btoa(begun)
        .slice(0, begun.length > SHORTEST ? LONGEST : FEWEST)
        .toLowerCase(),
    );
}

/** The characters that follow from the text alone, behind so many other bytes. */
function whole(text: string, offset: number): string {
  const known = Math.floor(((offset + text.length) * 8) / 6);
  return encode(text, offset)
    .slice(0, known)
    .slice(Math.ceil((offset * 8) / 6));
}

function last(text: string, offset: number): string {
  return encode(text, offset).slice(Math.ceil((offset * 8) / 6));
}

/** Without padding; at every start of the program, so without a Buffer and a pattern. */
function encode(text: string, offset: number): string {
  return btoa(' '.repeat(offset) + text).slice(0, Math.ceil(((offset + text.length) * 8) / 6));
}
