-- Rules that a table definition cannot say.

-- A reorder moves several videos in one transaction; positions are compared when it ends.
ALTER TABLE videos DROP CONSTRAINT videos_page_order_unique;
--> statement-breakpoint
ALTER TABLE videos ADD CONSTRAINT videos_page_order_unique UNIQUE (page, "order") DEFERRABLE INITIALLY DEFERRED;
--> statement-breakpoint

-- Whoever's role or login changes is signed out everywhere, whichever code made the change.
CREATE FUNCTION end_sessions_of_changed_user() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM sessions WHERE user_id = NEW.id;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER users_end_sessions AFTER UPDATE ON users FOR EACH ROW
  WHEN (OLD.is_admin IS DISTINCT FROM NEW.is_admin
     OR OLD.approved IS DISTINCT FROM NEW.approved
     OR OLD.military_serial IS DISTINCT FROM NEW.military_serial
     OR OLD.birthday IS DISTINCT FROM NEW.birthday)
  EXECUTE FUNCTION end_sessions_of_changed_user();
--> statement-breakpoint

-- The audit log chains itself: one append at a time, each hash over the one before and the entry's exact text.
CREATE FUNCTION chain_audit_entry() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE last record;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtext('audit_log'));
  SELECT seq, hash INTO last FROM audit_log ORDER BY seq DESC LIMIT 1;
  NEW.seq := coalesce(last.seq, 0) + 1;
  NEW.previous_hash := coalesce(last.hash, repeat('0', 64));
  NEW.hash := encode(sha256(convert_to(NEW.previous_hash || NEW.entry, 'UTF8')), 'hex');
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER audit_log_chain BEFORE INSERT ON audit_log FOR EACH ROW EXECUTE FUNCTION chain_audit_entry();
--> statement-breakpoint
CREATE FUNCTION refuse_audit_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'the audit log is append-only';
END $$;
--> statement-breakpoint
CREATE TRIGGER audit_log_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_log
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_audit_change();
--> statement-breakpoint

-- Every node keeps rendered pages; an edit, by whatever hand, tells them all to let go.
CREATE FUNCTION tell_site_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('site_changed', TG_TABLE_NAME);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER pages_changed AFTER INSERT OR UPDATE OR DELETE ON pages FOR EACH STATEMENT EXECUTE FUNCTION tell_site_changed();
--> statement-breakpoint
CREATE TRIGGER links_changed AFTER INSERT OR UPDATE OR DELETE ON links FOR EACH STATEMENT EXECUTE FUNCTION tell_site_changed();
--> statement-breakpoint
CREATE TRIGGER videos_changed AFTER INSERT OR UPDATE OR DELETE ON videos FOR EACH STATEMENT EXECUTE FUNCTION tell_site_changed();
--> statement-breakpoint
CREATE TRIGGER settings_changed AFTER INSERT OR UPDATE OR DELETE ON settings FOR EACH STATEMENT EXECUTE FUNCTION tell_site_changed();
--> statement-breakpoint

-- A new letter wakes whichever node sends mail.
CREATE TRIGGER mails_added AFTER INSERT ON mails FOR EACH STATEMENT EXECUTE FUNCTION tell_site_changed();
