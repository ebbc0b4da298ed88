import { describe, expect, test } from 'vitest';
import { commandWrites } from '../../../src/hosts/hook/command-writes.js';
import { readSegments } from '../../../src/hosts/hook/shell-segments.js';

const P = '[REDACTED:password]';

/** The files that would get the placeholder. */
function filesWith(command: string): readonly string[] {
  return commandWrites(command)
    .filter(({ after }) => after.includes(P))
    .map(({ file }) => file);
}

describe('a placeholder is written into a file', () => {
  test.each([
    [`echo 'A=${P}' > .env`, ['.env']],
    [`echo "A=${P}" >> .env`, ['.env']],
    [`echo A='[REDACTED':"password]">|.env`, ['.env']],
    [`> .env printf 'A=%s\\n' '${P}'`, ['.env']],
    [`echo '${P}' 2>/dev/null 1>a.txt`, ['a.txt']],
    [`make env A='x' && printf '${P}' &> "my file"`, ['my file']],
    [`cat > .env <<'EOF'\nA=1\nB=${P}\nEOF\necho done`, ['.env']],
    [`cat <<-EOF >> .env\n\tB=${P}\n\tEOF`, ['.env']],
    [`cat <<EOF | sed 's/1/2/' > .env\nB=${P}\nEOF`, ['.env']],
    [`cat > a <<A; cat > b <<B\nx\nA\n${P}\nB`, ['b']],
    [`cat <<< '${P}' > .env`, ['.env']],
    [`echo '${P}' | tee -a .env`, ['.env']],
    [`echo '${P}' | sudo tee /etc/a.conf > /dev/null`, ['/etc/a.conf']],
    [`echo '${P}' | grep -v '^#' | sort > .env`, ['.env']],
    [`sed -i 's/^A=.*/A=${P}/' .env`, ['.env']],
    [`sed -i.bak -e 's|x|y|' -e '$aA=${P}' .env`, ['.env']],
    [`sed -Ei '2,5s/a/${P}/;s/b/c/' a.ini b.ini`, ['a.ini', 'b.ini']],
    [`perl -pi -e 's/A=.*/A=${P}/' .env`, ['.env']],
    [`printf '${P}' | dd of=.env bs=1k`, ['.env']],
    [`install -m 600 /dev/stdin .env <<EOF\nA=${P}\nEOF`, ['.env']],
    [`cp <(echo '${P}') .env`, ['.env']],
    [`{ echo A=1; echo 'B=${P}'; } > .env`, ['.env']],
    [`(echo A=1; echo 'B=${P}') > .env`, ['.env']],
    [`for a in 1 2; do\n  echo 'B=${P}'\ndone > .env`, ['.env']],
    [`if true; then echo '${P}'; fi > .env`, ['.env']],
    [`V='${P}'; echo "A=$V" > .env`, ['.env']],
    [`bash -c "echo '${P}' > .env"`, ['.env']],
    [`bash <<'EOF'\necho '${P}' > .env\nEOF`, ['.env']],
    [`docker exec -i db sh -c 'cat > /app/.env' <<EOF\nA=${P}\nEOF`, ['/app/.env']],
    [`ssh host "cat >> .env" <<< '${P}'`, ['.env']],
    [`x=$(echo '${P}' > .env)`, ['.env']],
    [`echo '${P}' > "$OUT"`, ['']],
    [`cd app && echo '${P}' > .env`, ['']],
    [`apply_patch <<'EOF'\n*** Begin Patch\n*** Update File: .env\n-A=1\n+A=${P}\n*** End Patch\nEOF`, ['.env']],
    [`git apply <<'EOF'\n--- a/.env\n+++ b/.env\n@@ -1 +1 @@\n-A=1\n+A=${P}\nEOF`, ['.env']],
    [`python3 -c "print('${P}')" > .env`, ['.env']],
    [`echo 'it is ${P}`, []],
    [`echo '${P}' > 'open`, ['open']],
  ])('%j: %j', (command, files) => {
    expect(filesWith(command)).toEqual(files);
  });
});

describe('no placeholder is written', () => {
  test.each([
    [`echo '${P}'`],
    [`cat <<EOF\n${P}\nEOF`],
    [`echo '${P}' >&2`],
    [`echo '${P}' > /dev/null 2>&1`],
    [`echo '${P}' 2> errors.log`],
    [`echo '${P}' | tee /dev/stderr | wc -c`],
    [`grep -rn '${P}' src > hits.txt`],
    [`rg -F '${P}' docs | tee hits.txt`],
    [`cat notes.md | grep -c "${P}" > count`],
    [`git log -S '${P}' > log.txt`],
    [`git commit -m 'hide ${P}' > log.txt`],
    [`npx vitest run -t 'shows ${P}' > out.txt 2>&1`],
    [`[ "$a" = '${P}' ] && echo yes > found`],
    [`[[ $a == *'${P}'* ]] && echo yes > found`],
    [`test "$a" '>' '${P}'`],
    [`sed -n '/${P}/p' a.txt > b.txt`],
    [`sed -i '/A=${P}/d' .env`],
    [`sed -i 's/${P}/x/g' .env`],
    [`sed -i 's#a#b#' .env && echo 'was ${P}'`],
    [`echo done > log; echo '${P}'`],
    [`echo '${P}'; echo done > log`],
    [`A='${P}' npm start > log.txt`],
    [`V='${P}'; echo ok > log`],
    [`(echo '${P}'); echo done > log`],
    [`{ echo '${P}'; }; echo done > log`],
    [`for a in 1; do echo '${P}'; done; date > log`],
    [`cp a.txt b.txt # ${P} > c`],
    [`cat a.txt > b.txt # ${P}`],
    [`awk '/${P}/ { print NR }' a.txt > lines`],
    [`echo "> .env ${P}"`],
    [`bash -c "grep '${P}' a.txt"`],
    [`git apply <<'EOF'\n--- a/.env\n+++ b/.env\n@@ -1 +1 @@\n-A=${P}\n+A=$KEY\nEOF`],
  ])('%j', (command) => {
    expect(filesWith(command)).toEqual([]);
  });
});

test('whatever a command line is, reading it ends', () => {
  const parts = ['$(', '"', "'", '`', '<<', '>', '(', ')', '{', '\\', '\n', 'a', ' ', ';', '#', '<(', '&', '|', '[x]'];
  let seed = 1;
  for (let round = 0; round < 3000; round += 1) {
    let line = '';
    for (let length = 0; length < 12; length += 1) {
      seed = (seed * 48_271) % 2_147_483_647;
      line += parts[seed % parts.length] ?? '';
    }
    expect(readSegments(line).length).toBeGreaterThan(0);
    commandWrites(line);
  }
});
