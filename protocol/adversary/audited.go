package adversary

var auditedKinds []Kind
