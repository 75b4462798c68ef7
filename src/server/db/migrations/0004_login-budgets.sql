-- What an account adds to the count of the address it was tried from: set, not added, so that concurrent logins of one
-- account count once. The account's row is locked while the difference is carried over, and the sum stays within bounds.
CREATE FUNCTION settle_at_address(pair text, address text, contribution int, now_ms bigint, until_ms bigint) RETURNS void
LANGUAGE plpgsql AS $$
DECLARE before int;
BEGIN
  INSERT INTO throttles AS held (key, points, expire) VALUES (pair, 0, until_ms)
  ON CONFLICT (key) DO UPDATE SET
    points = CASE WHEN held.expire <= now_ms THEN 0 ELSE held.points END,
    expire = CASE WHEN held.expire <= now_ms THEN until_ms ELSE held.expire END
  RETURNING points INTO before;
  IF before = contribution THEN RETURN; END IF;
  UPDATE throttles SET points = contribution WHERE key = pair;
  INSERT INTO throttles AS held (key, points, expire) VALUES (address, contribution - before, until_ms)
  ON CONFLICT (key) DO UPDATE SET
    points = CASE WHEN held.expire <= now_ms THEN contribution - before
                  ELSE least(greatest(held.points + contribution - before, -1000000), 1000000) END,
    expire = CASE WHEN held.expire <= now_ms THEN until_ms ELSE held.expire END;
END $$;
--> statement-breakpoint

-- Links and second steps that were begun before somebody's login, standing or address changed are worth nothing after it.
CREATE OR REPLACE FUNCTION end_sessions_of_changed_user() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM sessions WHERE user_id = NEW.id;
  DELETE FROM verifications WHERE value = NEW.id::text;
  RETURN NULL;
END $$;
--> statement-breakpoint
DROP TRIGGER users_end_sessions ON users;
--> statement-breakpoint
CREATE TRIGGER users_end_sessions AFTER UPDATE ON users FOR EACH ROW
  WHEN (OLD.is_admin IS DISTINCT FROM NEW.is_admin
     OR OLD.approved IS DISTINCT FROM NEW.approved
     OR OLD.email IS DISTINCT FROM NEW.email
     OR OLD.military_serial IS DISTINCT FROM NEW.military_serial
     OR OLD.birthday IS DISTINCT FROM NEW.birthday)
  EXECUTE FUNCTION end_sessions_of_changed_user();
--> statement-breakpoint
CREATE INDEX verifications_value ON verifications (value);
