/** Of types that no detector is named after. */
const OTHERS =
  'password secret pin cvv token address tax_id national_id medical_record sensitive depth control_characters ipv4 ipv6 mac mac_address ' +
  'aws_key slack_token atlassian_token github_token gitlab_token google_key npm_token onepassword_key pypi_token ' +
  'jenkins_key ngrok_key okta_key vault_token yandex_key anthropic_key openai_key huggingface_key notion_key sourcegraph_key stripe_key ' +
  'at_svnr be_nrn be_national birth_number cn_id cz_rc de_kvnr de_rvnr es_nif eu_vat fr_cni gr_afm hu_tax_id it_vat no_fnr ' +
  'number_plate personal_code routing_number tr_tckn uk_nhs us_dea za_id';

type Source = () => readonly string[];

/** Those that were not asked yet. */
const sources: Source[] = [() => OTHERS.split(' ')];
const known = new Set<string>();

/** Detectors tell here what types they find; they are asked when a text first has a placeholder. */
export function learnTypes(source: Source): void {
  sources.push(source);
}

/** Whether the redactor makes placeholders of this type: others are text like any. */
export function isKnownType(type: string): boolean {
  for (const source of sources.splice(0)) {
    for (const each of source()) {
      known.add(each);
    }
  }
  return known.has(type);
}
