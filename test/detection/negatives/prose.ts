import type { Negative } from '../case.js';
import { createRandom } from '../random.js';

const TEXTS_EACH = 45;

const LANGUAGES: Readonly<Record<string, readonly string[]>> = {
  English: [
    'Your password must be at least twelve characters long and must not contain your name.',
    'Forgot your password? We will send you a link that works for 30 minutes.',
    'The secret of good bread is time, and a hot oven.',
    'She lost the key to the shed in 2019 and never had it replaced.',
    'The token economy of the ward was described by Ayllon and Azrin in 1968.',
    'Set the API key in the settings page, then restart the server.',
    'Password: a word that lets you pass.',
    'Chapter 12 covers pages 304-377; see also section 4.2.1 and appendix B.',
    'The population rose from 1,204,318 to 1,310,992 between 2001 and 2011.',
    'Version 10.15.7 fixed most of it, and 11.0.1 the rest.',
    'He was born in a small town and moved to the city at the age of nine.',
    'The bearer of this letter is a friend of mine.',
    'Basic authentication sends the name and the password with every request.',
    'Our office is open Monday to Friday, 9:00-17:30, and closed on 24-26 December.',
    'The match ended 3-2 (1-1, 2-2) before 48,312 spectators.',
    'A session is a meeting; a cookie is a biscuit; an address is also a speech.',
    'Call the function twice and compare the results on the phone and on the desktop.',
    'The IBAN is printed on the back; it begins with two letters.',
    'Your card number has 16 digits, and the security code three.',
    'Login failed: password incorrect. Try again or reset it.',
    'I am writing about the account we spoke of; the name escapes me.',
  ],
  German: [
    'Das Passwort muss mindestens zwölf Zeichen lang sein und eine Ziffer enthalten.',
    'Passwort: mindestens zwölf Zeichen, davon eine Ziffer.',
    'Der Schlüssel liegt unter der Matte, wie immer seit 1998.',
    'Die Einwohnerzahl stieg von 1.204.318 auf 1.310.992.',
    'Am 12.03.2024 um 14:30 Uhr traf sich der Ausschuss im Raum 2.114.',
    'Das Geheimnis eines guten Brotes ist Zeit.',
    'Ihre Kundennummer finden Sie oben rechts auf der Rechnung.',
    'Nach § 433 Abs. 1 BGB ist der Verkäufer verpflichtet, die Sache zu übergeben.',
    'Die Telefonnummer des Amtes steht auf der Rückseite.',
    'Der Vertrag läuft vom 01.01.2025 bis zum 31.12.2027.',
    'Haben Sie Ihr Kennwort vergessen? Dann klicken Sie hier.',
    'Die Steuer-ID hat elf Stellen und bleibt ein Leben lang gleich.',
  ],
  French: [
    'Le mot de passe doit contenir au moins douze caractères, dont un chiffre.',
    'Mot de passe : douze caractères au minimum.',
    'La clé se trouve sous le paillasson depuis 1998.',
    'La population est passée de 1 204 318 à 1 310 992 habitants.',
    'Le secret d’un bon pain, c’est le temps.',
    'La réunion aura lieu le 12/03/2024 à 14 h 30 dans la salle 204.',
    'Votre numéro de client figure en haut à droite de la facture.',
    'Avez-vous oublié votre mot de passe ? Cliquez ici.',
    'Le numéro de sécurité sociale comporte treize chiffres et une clé de deux chiffres.',
    'L’article 1641 du code civil oblige le vendeur à la garantie.',
    'Il est né dans un village et n’a jamais quitté la région.',
  ],
  Spanish: [
    'La contraseña debe tener al menos doce caracteres y un número.',
    'Contraseña: mínimo doce caracteres.',
    'La llave está debajo del felpudo desde 1998.',
    'La población pasó de 1.204.318 a 1.310.992 habitantes.',
    'El secreto de un buen pan es el tiempo.',
    'La reunión será el 12/03/2024 a las 14:30 en la sala 204.',
    'Su número de cliente está arriba a la derecha de la factura.',
    '¿Ha olvidado su contraseña? Pulse aquí.',
    'El DNI tiene ocho cifras y una letra.',
    'El artículo 1484 del Código Civil obliga al vendedor al saneamiento.',
    'El teléfono del ayuntamiento está en la parte de atrás.',
  ],
  Italian: [
    'La password deve contenere almeno dodici caratteri e un numero.',
    'Password: almeno dodici caratteri.',
    'La chiave è sotto lo zerbino dal 1998.',
    'La popolazione è passata da 1.204.318 a 1.310.992 abitanti.',
    'Il segreto di un buon pane è il tempo.',
    'La riunione si terrà il 12/03/2024 alle 14:30 nella sala 204.',
    'Il codice cliente si trova in alto a destra sulla fattura.',
    'Ha dimenticato la password? Prema qui.',
    'Il codice fiscale ha sedici caratteri, fra lettere e cifre.',
    'L’articolo 1490 del codice civile obbliga il venditore alla garanzia.',
    'Il numero di telefono del comune è sul retro.',
  ],
  Portuguese: [
    'A senha deve ter pelo menos doze caracteres e um número.',
    'Senha: no mínimo doze caracteres.',
    'A chave está debaixo do tapete desde 1998.',
    'A população passou de 1.204.318 para 1.310.992 habitantes.',
    'O segredo de um bom pão é o tempo.',
    'A reunião será no dia 12/03/2024 às 14:30 na sala 204.',
    'O número de cliente está no canto superior direito da fatura.',
    'Esqueceu a senha? Clique aqui.',
    'O CPF tem onze dígitos, e os dois últimos são de controle.',
    'O artigo 441 do Código Civil obriga o vendedor à garantia.',
  ],
};

/** Paragraphs in six languages, with numbers, dates and words that stand before secrets elsewhere. */
export function prose(): readonly Negative[] {
  return Object.entries(LANGUAGES).flatMap(([language, sentences], index) => {
    const random = createRandom(97 + index);
    return Array.from({ length: TEXTS_EACH }, (_, turn): Negative => {
      const first = sentences[turn % sentences.length] ?? '';
      const others = Array.from({ length: random.int(3) }, () => random.pick(sentences));
      return { kind: 'prose', context: language, form: 'text', text: `${[first, ...others].join(' ')}\n` };
    });
  });
}
