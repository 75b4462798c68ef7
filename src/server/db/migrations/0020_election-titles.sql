-- Elections that have one title already get the year of their voting, and a number where that is not enough, so that this
-- never fails. A certified one keeps its title, which stands on the certificate (of several certified ones the first);
-- else the earliest does.
DO $$
DECLARE
  one record;
  begun text;
  wanted text;
  n integer;
BEGIN
  FOR one IN
    SELECT id, title, voting_opens, row_number() OVER (
      PARTITION BY fold_text(btrim(regexp_replace(title, '[[:space:]]+', ' ', 'g')))
      ORDER BY certified_at IS NULL, voting_opens, id) AS place
    FROM elections ORDER BY place
  LOOP
    CONTINUE WHEN one.place = 1;
    -- A title has at most 200 characters.
    begun := btrim(left(one.title, 180)) || ' ' || to_char(one.voting_opens AT TIME ZONE 'Asia/Manila', 'YYYY');
    wanted := begun;
    n := 1;
    WHILE EXISTS (SELECT FROM elections WHERE fold_text(btrim(regexp_replace(title, '[[:space:]]+', ' ', 'g')))
                                            = fold_text(btrim(regexp_replace(wanted, '[[:space:]]+', ' ', 'g')))) LOOP
      n := n + 1;
      wanted := begun || ' (' || n || ')';
    END LOOP;
    UPDATE elections SET title = wanted, version = version + 1 WHERE id = one.id;
  END LOOP;
END $$;
--> statement-breakpoint
CREATE UNIQUE INDEX "elections_title_unique" ON "elections" USING btree (fold_text(btrim(regexp_replace("title", '[[:space:]]+', ' ', 'g'))));
