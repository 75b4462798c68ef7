CREATE INDEX "audit_log_member" ON "audit_log" USING btree (((entry::json) -> 'detail' ->> 'member')) WHERE ((entry::json) -> 'detail' ->> 'member') is not null;
