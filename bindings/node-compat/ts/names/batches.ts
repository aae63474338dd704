// The namespace of the class `Batches`, under the official SDK's names. Made out of schema/sdk_names.txt by `make
// generate`. It must not hold anything that runs.

import * as Resources from "../types/resources.js";

declare module "../resources.js" {
    namespace Batches {
        export import BatchCancelParams = Resources.BatchCancelParams;
        export import BatchCreateParams = Resources.BatchCreateParams;
        export import BatchDeleteParams = Resources.BatchDeleteParams;
        export import BatchListParams = Resources.BatchListParams;
        export import BatchResultsParams = Resources.BatchResultsParams;
        export import BatchRetrieveParams = Resources.BatchRetrieveParams;
        export import BetaDeletedMessageBatch = Resources.DeletedMessageBatch;
        export import BetaMessageBatch = Resources.MessageBatch;
        export import BetaMessageBatchCanceledResult = Resources.MessageBatchCanceledResult;
        export import BetaMessageBatchErroredResult = Resources.MessageBatchErroredResult;
        export import BetaMessageBatchExpiredResult = Resources.MessageBatchExpiredResult;
        export import BetaMessageBatchIndividualResponse = Resources.MessageBatchIndividualResponse;
        export import BetaMessageBatchRequestCounts = Resources.MessageBatchRequestCounts;
        export import BetaMessageBatchResult = Resources.MessageBatchResult;
        export import BetaMessageBatchSucceededResult = Resources.MessageBatchSucceededResult;
        export import BetaMessageBatchesPage = Resources.MessageBatchesPage;
        export import DeletedMessageBatch = Resources.DeletedMessageBatch;
        export import MessageBatch = Resources.MessageBatch;
        export import MessageBatchCanceledResult = Resources.MessageBatchCanceledResult;
        export import MessageBatchErroredResult = Resources.MessageBatchErroredResult;
        export import MessageBatchExpiredResult = Resources.MessageBatchExpiredResult;
        export import MessageBatchIndividualResponse = Resources.MessageBatchIndividualResponse;
        export import MessageBatchRequestCounts = Resources.MessageBatchRequestCounts;
        export import MessageBatchResult = Resources.MessageBatchResult;
        export import MessageBatchSucceededResult = Resources.MessageBatchSucceededResult;
        export import MessageBatchesPage = Resources.MessageBatchesPage;
    }
}
