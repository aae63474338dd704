// The namespace of the class `Files`, under the official SDK's names. Made out of schema/sdk_names.txt by `make
// generate`. It must not hold anything that runs.

import * as Codes from "../code_errors.js";
import * as Resources from "../types/resources.js";

declare module "../resources.js" {
    namespace Files {
        export import BetaDeletedFile = Resources.DeletedFile;
        export import BetaFileMetadata = Resources.FileMetadata;
        export import BetaFileMetadataPageCursor = Resources.FileMetadataPageCursor;
        export import BetaFileScope = Resources.BetaFileScope;
        export import DeletedFile = Resources.DeletedFile;
        export import FileDeleteParams = Resources.FileDeleteParams;
        export import FileDownloadParams = Resources.FileDownloadParams;
        export import FileExpiredError = Codes.FileExpiredError;
        export import FileExpiredErrorDetails = Codes.FileExpiredErrorDetails;
        export import FileListParams = Resources.FileListParams;
        export import FileMetadata = Resources.FileMetadata;
        export import FileMetadataPageCursor = Resources.FileMetadataPageCursor;
        export import FileNotDownloadableError = Codes.FileNotDownloadableError;
        export import FileNotDownloadableErrorDetails = Codes.FileNotDownloadableErrorDetails;
        export import FileRetrieveMetadataParams = Resources.FileRetrieveMetadataParams;
        export import FileUploadParams = Resources.FileUploadParams;
        export import StorageQuotaExceededError = Codes.StorageQuotaExceededError;
        export import StorageQuotaExceededErrorDetails = Codes.StorageQuotaExceededErrorDetails;
    }
}
