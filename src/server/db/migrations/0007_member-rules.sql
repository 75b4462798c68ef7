-- Rules about members that a table definition cannot say.

-- Who is withdrawn is signed out everywhere as well.
DROP TRIGGER users_end_sessions ON users;
--> statement-breakpoint
CREATE TRIGGER users_end_sessions AFTER UPDATE ON users FOR EACH ROW
  WHEN (OLD.is_admin IS DISTINCT FROM NEW.is_admin
     OR OLD.approved IS DISTINCT FROM NEW.approved
     OR OLD.withdrawn_at IS DISTINCT FROM NEW.withdrawn_at
     OR OLD.email IS DISTINCT FROM NEW.email
     OR OLD.military_serial IS DISTINCT FROM NEW.military_serial
     OR OLD.birthday IS DISTINCT FROM NEW.birthday)
  EXECUTE FUNCTION end_sessions_of_changed_user();
--> statement-breakpoint

-- How many people there are of each kind. Administrators who are not members, and those who were erased, count as none.
CREATE FUNCTION member_state(approved boolean, withdrawn_at timestamptz, military_serial text) RETURNS text
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN CASE
    WHEN military_serial IS NULL THEN NULL
    WHEN withdrawn_at IS NOT NULL THEN 'withdrawn'
    WHEN approved THEN 'approved'
    ELSE 'pending' END;
--> statement-breakpoint
INSERT INTO member_counts (state, people)
  SELECT state, (SELECT count(*) FROM users u WHERE member_state(u.approved, u.withdrawn_at, u.military_serial) = state)
  FROM unnest(ARRAY['pending', 'approved', 'withdrawn']) AS state;
--> statement-breakpoint

-- Rows are touched in one order, so that two transactions never wait for each other.
CREATE FUNCTION add_to_member_counts(changes jsonb) RETURNS void LANGUAGE plpgsql AS $$
DECLARE change record;
BEGIN
  FOR change IN
    SELECT state, people FROM jsonb_to_recordset(changes) AS c(state text, people integer)
    WHERE state IS NOT NULL AND people <> 0 ORDER BY state
  LOOP
    UPDATE member_counts SET people = member_counts.people + change.people WHERE state = change.state;
  END LOOP;
END $$;
--> statement-breakpoint
CREATE FUNCTION count_added_members() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM add_to_member_counts((SELECT jsonb_agg(c) FROM (
    SELECT member_state(approved, withdrawn_at, military_serial) AS state, count(*) AS people FROM added GROUP BY 1) c));
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION count_removed_members() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM add_to_member_counts((SELECT jsonb_agg(c) FROM (
    SELECT member_state(approved, withdrawn_at, military_serial) AS state, -count(*) AS people FROM removed GROUP BY 1) c));
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION count_changed_members() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM add_to_member_counts((SELECT jsonb_agg(c) FROM (
    SELECT state, sum(n) AS people FROM (
      SELECT member_state(approved, withdrawn_at, military_serial) AS state, 1 AS n FROM added
      UNION ALL
      SELECT member_state(approved, withdrawn_at, military_serial), -1 FROM removed) moved GROUP BY 1) c));
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER users_count_added AFTER INSERT ON users REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION count_added_members();
--> statement-breakpoint
CREATE TRIGGER users_count_removed AFTER DELETE ON users REFERENCING OLD TABLE AS removed
  FOR EACH STATEMENT EXECUTE FUNCTION count_removed_members();
--> statement-breakpoint
CREATE TRIGGER users_count_changed AFTER UPDATE ON users REFERENCING NEW TABLE AS added OLD TABLE AS removed
  FOR EACH STATEMENT EXECUTE FUNCTION count_changed_members();
