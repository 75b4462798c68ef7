DROP INDEX "users_approved_id_number";--> statement-breakpoint
CREATE INDEX "users_photo_upload_path" ON "users" USING btree ("photo_upload_path") WHERE photo_upload_path is not null;--> statement-breakpoint
CREATE INDEX "users_profile_picture_path" ON "users" USING btree ("profile_picture_path") WHERE profile_picture_path is not null;--> statement-breakpoint
CREATE INDEX "users_commission_document_path" ON "users" USING btree ("commission_document_path") WHERE commission_document_path is not null;--> statement-breakpoint
CREATE INDEX "users_payment_proof_path" ON "users" USING btree ("payment_proof_path") WHERE payment_proof_path is not null;--> statement-breakpoint
CREATE INDEX "users_signature_path" ON "users" USING btree ("signature_path") WHERE signature_path is not null;--> statement-breakpoint
CREATE INDEX "users_applicant_search" ON "users" USING gin ("admin_search" gin_trgm_ops) WHERE not approved;