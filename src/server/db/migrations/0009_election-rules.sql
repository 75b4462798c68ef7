-- Every node keeps the elections and their nominees at hand; a change, by whatever hand, tells them all to look again.
CREATE TRIGGER elections_changed AFTER INSERT OR UPDATE OR DELETE ON elections FOR EACH STATEMENT EXECUTE FUNCTION tell_site_changed();
--> statement-breakpoint
CREATE TRIGGER nominees_changed AFTER INSERT OR UPDATE OR DELETE ON nominees FOR EACH STATEMENT EXECUTE FUNCTION tell_site_changed();
